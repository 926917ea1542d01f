import type { Settings } from '../config/settings.ts';

/** Calls of one batch wait together for hours: the more rows there are in it, the better. */
const IN_BATCHES = 256;

/** @param given by the user @param preset where calls go one by one */
export function rowsAtOnce(given: number | undefined, preset: number, { batchApi }: Settings): number {
  return given ?? (batchApi === null || batchApi === 'never' ? preset : IN_BATCHES);
}
