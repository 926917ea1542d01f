/** A drained queue hands out no jobs: one flag in the store, for all processes. */
import type { KeptRecords } from '../../domain/ports.ts';

const KEY = 'drained';

export async function isDrained(kept: KeptRecords): Promise<boolean> {
  return (await kept.get('queue', KEY)) === true;
}

export function setDrained(kept: KeptRecords, drained: boolean): Promise<void> {
  return kept.put('queue', KEY, drained);
}
