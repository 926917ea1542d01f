/** Judges responses by jobs, which workers do. */
import type { JudgeOptions } from '../../judge/judge-options.ts';
import { openIn } from '../../judge/unanswered.ts';
import { isOpen, type Job } from '../../domain/job.ts';
import { Judgement } from '../../domain/judgement.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { JudgedOnce, JudgeOne } from '../rows/judge-rows.ts';
import { callRecordsOf } from '../../run/call-records.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { createAwaitJob } from './await-jobs.ts';
import { failureOf, newJob } from './job-of-work.ts';
import type { OpenedQueue } from './open-queue.ts';

export interface JudgeByJobPorts {
  readonly store: StorePort;
  readonly queue: OpenedQueue;
  readonly clock: Clock;
}

export interface JudgeByJobOptions extends Pick<Job, 'owner' | 'priority'> {
  readonly batchId: string;
  /** Runs failed jobs again. */
  readonly retryFailed: boolean;
  readonly judging: Omit<JudgeOptions, 'panel'>;
}

/** One job for each response, checklist and set of options: a judgement that a job made before is reused. */
export function judgeByJob(
  { store, queue, clock }: JudgeByJobPorts,
  { owner, priority, batchId, retryFailed, judging }: JudgeByJobOptions,
): JudgeOne {
  const awaitJob = createAwaitJob(store.jobs);
  let line = 0;

  async function resultOf({ result }: Job): Promise<JudgedOnce | null> {
    const record = result?.of === 'record' ? await store.getRecord(result.id) : null;
    if (record === null) return null;
    const { id, value } = record;
    const judgement = { ...Judgement.parse(value), id };
    return { judgement, unanswered: openIn(judgement, (await callRecordsOf(id, store)) ?? []) };
  }

  return async (run, { name, response, checklist }) => {
    const input = { response: { name, response }, checklist, ...judging };
    const key = sha256Hex(canonicalJson({ judgement: input }));
    const made = newJob(
      { setup: queue.setup, key, createdAt: clock.now() },
      { kind: 'judgement', owner, batch: { id: batchId, line: line++ }, input, priority },
    );
    const known = await store.jobs.get(made.id);
    if (known !== null && !isOpen(known)) {
      const kept = await resultOf(known);
      if (kept?.unanswered === null) return kept;
      if (known.status === 'failed' && !retryFailed) throw failureOf(known);
      await store.jobs.replace(made, [known.status]);
    }
    // Where another process adds it at the same time, that job is awaited.
    if (known === null) await store.jobs.add([made]);
    await queue.delivery.send([made]);
    const ended = await awaitJob(made.id, run.signal);
    const judged = await resultOf(ended);
    if (judged === null) throw failureOf(ended);
    return judged;
  };
}
