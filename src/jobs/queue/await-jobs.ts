/** Waits for jobs that other processes do, with one query for all of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { UnavailableError } from '../../domain/errors.ts';
import { isOpen, type Job, type JobRecords, type JobStatus } from '../../domain/job.ts';
import { abortable, allowManyListeners, throwIfAborted } from '../../web/abort.ts';

const POLL_MS = 1_000;

export function createAwaitJob(records: JobRecords, pollMs = POLL_MS) {
  /** Number of waiters by job id. */
  const awaited = new Map<string, number>();
  let looking: Promise<ReadonlyMap<string, JobStatus>> | undefined;

  /** A job that is added while the query runs is part of the next one. */
  function look(): Promise<ReadonlyMap<string, JobStatus>> {
    looking ??= delay(pollMs).then(() => {
      looking = undefined;
      return records.statuses([...awaited.keys()]);
    });
    return looking;
  }

  async function endOf(id: string, signal: AbortSignal): Promise<Job> {
    for (;;) {
      const job = await records.get(id);
      if (job === null) throw new UnavailableError(`The job ${id} was removed from the store.`);
      if (!isOpen(job)) return job;
      let status: JobStatus | undefined;
      do status = (await abortable(look(), signal)).get(id);
      while (status !== undefined && isOpen({ status }));
    }
  }

  /** @throws CancelledError; UnavailableError where the job was removed */
  return async (id: string, signal: AbortSignal): Promise<Job> => {
    throwIfAborted(signal);
    allowManyListeners(signal);
    awaited.set(id, (awaited.get(id) ?? 0) + 1);
    try {
      return await endOf(id, signal);
    } finally {
      const others = (awaited.get(id) ?? 1) - 1;
      if (others === 0) awaited.delete(id);
      else awaited.set(id, others);
    }
  };
}
