/** What a stream shows, and how a result is written to it. */
import pc from 'picocolors';
import { UnavailableError } from '../../domain/errors.ts';
import type { Colors, Layout } from '../../report/formats.ts';
import type { OutputStream, Shell } from '../shell.ts';

/** Columns: of the narrowest terminal that is laid out for, and where nobody says. */
export const WIDTH = { min: 24, unknown: 100 };

/** NO_COLOR (https://no-color.org) before FORCE_COLOR; without either, a terminal that is not a dumb one. */
export function hasColors(stream: OutputStream, env: Shell['env']): boolean {
  const { NO_COLOR = '', FORCE_COLOR: forced, TERM } = env;
  if (NO_COLOR !== '') return false;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && TERM !== 'dumb';
}

export function colorsOf(stream: OutputStream, env: Shell['env']): Colors {
  return pc.createColors(hasColors(stream, env));
}

export function layoutOf(stream: OutputStream, env: Shell['env']): Layout {
  const columns = stream.columns ?? (Number(env['COLUMNS']) || WIDTH.unknown);
  return { colors: colorsOf(stream, env), width: Math.max(columns, WIDTH.min) };
}

/** A reader that has gone (`| head -1`) has all it wants. @throws UnavailableError where the disk is full, and the like */
export function writeAll(stream: OutputStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      const code = error && 'code' in error ? error.code : undefined;
      if (!error || code === 'EPIPE' || code === 'ERR_STREAM_DESTROYED') resolve();
      else
        reject(new UnavailableError(`The result could not be written: ${error.message}.`, { cause: error }));
    });
  });
}
