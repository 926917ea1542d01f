/** Whether and how a stream is painted. */
import pc from 'picocolors';
import type { Colors } from '../../report/formats.ts';
import type { OutputStream, Shell } from '../shell.ts';

export type { Colors };

/** NO_COLOR (https://no-color.org) before FORCE_COLOR; without either, a terminal that is not a dumb one. */
export function hasColors(stream: OutputStream, env: Shell['env']): boolean {
  if (isSet(env['NO_COLOR'])) return false;
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return stream.isTTY === true && env['TERM'] !== 'dumb';
}

export function colorsOf(stream: OutputStream, env: Shell['env']): Colors {
  return pc.createColors(hasColors(stream, env));
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
