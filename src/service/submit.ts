/** From a request to a job: made once however often it is asked for, waited for, streamed, or answered at once. */
import { createHash, randomUUID } from 'node:crypto';
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Job, JobKind } from '../domain/job.ts';
import { canonicalJson } from '../text/hash.ts';
import { createTurns } from '../text/turns.ts';
import { withLimit } from '../web/abort.ts';
import type { Caller } from './callers.ts';
import type { ServiceEnv } from './guard.ts';
import { jobView } from './job-view.ts';
import { problem, problemOf, ProblemError } from './problems.ts';
import type { Service } from './service.ts';
import { readResult } from './work.ts';

const PING_MS = 15_000;

export interface Submission {
  readonly kind: JobKind;
  readonly input: unknown;
}

/**
 * One job, or the lines of a batch.
 * @param idempotencyKey where the caller sent it before, those of then are answered
 * @throws ProblemError where the key was sent with something else, or too much waits already
 */
export async function submit(
  { jobs, client, clock, limits, setup }: Pick<Service, 'jobs' | 'client' | 'clock' | 'limits' | 'setup'>,
  caller: Caller,
  asked: readonly Submission[],
  { idempotencyKey, isBatch }: { readonly idempotencyKey: string | null; readonly isBatch: boolean },
): Promise<{ readonly first: Job; readonly isNew: boolean }> {
  const requestHash = await hashOf(asked);
  const known = await knownJob();
  if (known !== null) return { first: known, isNew: false };
  // A queue that workers share holds whole benchmarks: then the rate of a caller alone bounds what they ask.
  if (setup === null && jobs.counts().queued + asked.length > limits.queuedJobs)
    throw new ProblemError(busyType(asked), 'Too many jobs wait already.', { headers: { 'retry-after': '30' } });
  const batch = isBatch ? `batch_${randomUUID()}` : null;
  const rows = asked.map(({ kind, input }, line): Job => ({
    ...{ id: `job_${randomUUID()}`, kind, owner: caller.id, requestHash, input, status: 'queued', attempts: 0 },
    batch: batch === null ? null : { id: batch, line },
    // Somebody waits for a single one.
    priority: isBatch ? 0 : 1,
    setup,
    idempotencyKey: line === 0 ? idempotencyKey : null,
    ...{ createdAt: clock.now().toISOString(), startedAt: null, endedAt: null, result: null, problem: null },
  }));
  const [first] = rows;
  if (first === undefined) throw new ProblemError('invalid-input', 'There is nothing to do.');
  // The request itself is counted already.
  caller.spend(asked.length - 1);
  if (await jobs.add(rows)) return { first, isNew: true };
  // The same request came twice at once.
  const other = await knownJob();
  if (other === null) throw new Error('A job could not be added.');
  return { first: other, isNew: false };

  async function knownJob(): Promise<Job | null> {
    const job = idempotencyKey === null ? null : await client.store.jobs.withKey(caller.id, idempotencyKey);
    if (job !== null && job.requestHash !== requestHash)
      throw new ProblemError('conflict', 'This Idempotency-Key was sent with another request.');
    return job;
  }
}

/** SHA-256 of the canonical JSON of all: of megabytes, so others have their turns between two. */
async function hashOf(asked: readonly Submission[]): Promise<string> {
  const hash = createHash('sha256');
  const turn = createTurns();
  for (const [index, each] of asked.entries()) {
    hash.update(`${index === 0 ? '[' : ','}${canonicalJson(each)}`);
    await turn();
  }
  return hash.update(']').digest('hex');
}

/** Clients of trainers wait and ask again at a 429; at a 503 many give up. */
function busyType(asked: readonly Submission[]) {
  return asked.some(({ kind }) => kind === 'rewards') ? 'limit-reached' : 'unavailable';
}

export const idempotencyHeader = z.object({
  'idempotency-key': z.string().optional().openapi({ description: 'The same key again is answered by the same job' }),
});

/** @throws ProblemError where it is none */
export function idempotencyKeyOf(c: Context): string | null {
  const key = c.req.header('idempotency-key');
  if (key === undefined) return null;
  if (/^[\x21-\x7e]{1,255}$/u.test(key)) return key;
  throw new ProblemError('bad-request', 'An Idempotency-Key has 1 to 255 visible characters of ASCII.');
}

/** As the request prefers: the steps as events, the job at once, or its result when it is there. */
export async function answerJob(c: Context<ServiceEnv>, service: Service, job: Job, isNew: boolean): Promise<Response> {
  if (c.req.header('accept')?.includes('text/event-stream') === true) return streamJob(c, service, job);
  if (/\brespond-async\b/iu.test(c.req.header('prefer') ?? '')) return acceptedJob(c, job);
  const gone = c.req.raw.signal;
  const ended = await withLimit(service.limits.waitMs, gone, (signal) => service.jobs.ended(job, signal));
  // Whoever may ask again by their key finds it done; of others nobody would ever read it.
  if (gone.aborted && isNew && job.idempotencyKey === null) await service.jobs.cancel(job);
  return answerResult(c, service, ended);
}

/** What came of it; the job itself where it has not ended. */
export async function answerResult(c: Context<ServiceEnv>, service: Service, job: Job): Promise<Response> {
  if (job.status === 'queued' || job.status === 'running') return acceptedJob(c, job);
  c.header('location', `/v1/jobs/${job.id}`);
  const why = problemOfJob(job);
  if (why !== null)
    return c.body(JSON.stringify(why), why.status as 500, { 'content-type': 'application/problem+json' });
  return c.json((await resultOf(service, job)) as object, 200);
}

/** @throws ProblemError where it is not in the store any more */
async function resultOf({ client }: Service, job: Job): Promise<unknown> {
  const result = job.result === null ? null : await readResult(client, job.result);
  if (result === null) throw new ProblemError('not-found', 'The result was removed from the store.');
  return result;
}

function problemOfJob({ status, problem: why }: Job) {
  return status === 'cancelled' ? problem('conflict', 'The job was cancelled.') : why;
}

function acceptedJob(c: Context, job: Job): Response {
  c.header('location', `/v1/jobs/${job.id}`);
  c.header('preference-applied', 'respond-async');
  return c.json(jobView(job), 202);
}

/** `job`, then each event of the run by its type, then `done` with the result or `failed` with the problem. */
export function streamJob(c: Context<ServiceEnv>, service: Service, job: Job): Response {
  const after = Number(c.req.header('last-event-id') ?? 0) || 0;
  return streamSSE(c, async (stream) => {
    const gone = new AbortController();
    stream.onAbort(() => gone.abort());
    const ping = setInterval(() => void stream.write(': keep-alive\n\n'), PING_MS);
    const send = (event: string, data: unknown, id?: number) =>
      stream.writeSSE({ event, data: JSON.stringify(data), ...(id === undefined ? {} : { id: String(id) }) });
    try {
      await send('job', jobView(job));
      for await (const { number, event } of service.jobs.events(job.id, after, gone.signal))
        await send(event.type, event, number);
      if (gone.signal.aborted) return;
      const ended = await service.jobs.ended(job, gone.signal);
      const why = problemOfJob(ended);
      if (why !== null) await send('failed', why);
      else if (ended.result !== null) await send('done', await resultOf(service, ended));
    } catch (error) {
      await send('failed', problemOf(error));
    } finally {
      clearInterval(ping);
    }
  });
}
