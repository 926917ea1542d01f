/** Who may read a record: its owners. Sets are common. */
import type { StoredRecord } from '../domain/stored-record.ts';
import type { Groundrule } from '../groundrule.ts';
import { isOwner } from '../jobs/queue/record-owner.ts';
import { LOCAL_CALLER, type Caller } from './callers.ts';

/** The one way from an id in a request to a record. @returns null also where it is another caller's */
export async function readOwnRecord(
  { records, store }: Groundrule,
  caller: Pick<Caller, 'id'>,
  recordId: string,
): Promise<StoredRecord | null> {
  // Where no keys are needed, the caller is the owner of the store.
  const mayRead = caller.id === LOCAL_CALLER.id || (await isOwner(store.kept, recordId, caller.id));
  return mayRead ? records.get(recordId) : null;
}
