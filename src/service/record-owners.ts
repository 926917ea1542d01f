/** Access to jobs and records: each caller has their own. Sets are common. */
import type { Job } from '../domain/job.ts';
import type { StoredRecord } from '../domain/stored-record.ts';
import type { Groundrule } from '../groundrule.ts';
import { isOwner } from '../jobs/queue/record-owner.ts';
import { LOCAL_CALLER, type Caller } from './callers.ts';
import { ProblemError } from './problems.ts';

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

/** @throws ProblemError where the caller has no such record of this kind */
export async function requireOwnRecord(
  client: Groundrule,
  caller: Pick<Caller, 'id'>,
  recordId: string,
  kind: StoredRecord['kind'],
): Promise<StoredRecord> {
  const record = await readOwnRecord(client, caller, recordId);
  if (record?.kind !== kind) throw new ProblemError('not-found', `You have no such ${kind}.`);
  return record;
}

/** @throws ProblemError also for jobs of others, so that their ids cannot be probed */
export async function requireOwnJob({ store }: Pick<Groundrule, 'store'>, caller: Caller, id: string): Promise<Job> {
  const job = await store.jobs.get(id);
  if (job?.owner !== caller.id) throw new ProblemError('not-found', `There is no job ${id}.`);
  return job;
}
