/** Records are named by their content, so that several callers may have made the same one: each is noted beside it. */
import type { KeptRecords } from '../../domain/ports.ts';

const keyOf = (recordId: string, owner: string) => `${recordId} ${owner}`;

export async function addOwner(kept: KeptRecords, recordId: string, owner: string): Promise<void> {
  await kept.put('record-owner', keyOf(recordId, owner), true);
}

export async function isOwner(kept: KeptRecords, recordId: string, owner: string): Promise<boolean> {
  return (await kept.get('record-owner', keyOf(recordId, owner))) !== null;
}
