/** Whether work is taken at all: one mark in the store for all processes on it. */
import type { KeptRecords } from '../../domain/ports.ts';

const KEY = 'drained';

export async function isDrained(kept: KeptRecords): Promise<boolean> {
  return (await kept.get('queue', KEY)) === true;
}

export function setDrained(kept: KeptRecords, drained: boolean): Promise<void> {
  return kept.put('queue', KEY, drained);
}
