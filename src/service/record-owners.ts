/**
 * Who may read a record. Records are named by their content, so that several callers may have made the same one: each of
 * them is noted beside it. Sets are common.
 */
import type { KeptRecords } from '../domain/ports.ts';
import type { StoredRecord } from '../domain/stored-record.ts';
import type { Groundrule } from '../groundrule.ts';
import { LOCAL_CALLER, type Caller } from './callers.ts';

const keyOf = (recordId: string, owner: string) => `${recordId} ${owner}`;

export async function addOwner(kept: KeptRecords, recordId: string, owner: string): Promise<void> {
  await kept.put('record-owner', keyOf(recordId, owner), true);
}

/** The one way from an id that somebody sends to a record. @returns null also where it is another caller's */
export async function readOwnRecord(
  { records, store }: Groundrule,
  caller: Pick<Caller, 'id'>,
  recordId: string,
): Promise<StoredRecord | null> {
  // Where no keys are asked for, whoever asks is the one who owns the store.
  const isOwner =
    caller.id === LOCAL_CALLER.id || (await store.kept.get('record-owner', keyOf(recordId, caller.id))) !== null;
  return isOwner ? records.get(recordId) : null;
}
