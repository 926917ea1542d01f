/** How wide a stream is, and whether it shows colours. */
import pc from 'picocolors';
import { PLAIN_LAYOUT, type Colors, type Layout } from '../../report/layout.ts';
import type { OutputStream, Shell } from '../shell.ts';

/** Columns: of the narrowest terminal that is laid out for, and where nobody says. */
export const WIDTH = { min: 24, unknown: PLAIN_LAYOUT.width };

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
  const columns = stream.columns ?? Number(env['COLUMNS']);
  const width = Math.max(columns || WIDTH.unknown, WIDTH.min);
  return { colors: colorsOf(stream, env), width, ...(columns > 0 ? { edge: width } : {}) };
}
