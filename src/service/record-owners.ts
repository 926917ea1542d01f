/** Who may read a record: its owners. Sets are common. */
import type { StoredRecord } from '../domain/stored-record.ts';
import type { Groundrule } from '../groundrule.ts';
import { isOwner } from '../jobs/queue/record-owner.ts';
import { LOCAL_CALLER, type Caller } from './callers.ts';

/** Whose records a caller sees; undefined: all, where no keys are needed and the caller is the owner of the store. */
export function ownerFor({ id }: Pick<Caller, 'id'>): string | undefined {
  return id === LOCAL_CALLER.id ? undefined : id;
}

/** The one way from an id in a request to a record. @returns null also where it is another caller's */
export async function readOwnRecord(
  { records, store }: Groundrule,
  caller: Pick<Caller, 'id'>,
  recordId: string,
): Promise<StoredRecord | null> {
  const owner = ownerFor(caller);
  const mayRead = owner === undefined || (await isOwner(store.kept, recordId, owner));
  return mayRead ? records.get(recordId) : null;
}
