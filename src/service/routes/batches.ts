/** Batches: many requests of one kind as JSON Lines, each a job of its own. */
import { z } from '@hono/zod-openapi';
import { stream } from 'hono/streaming';
import { isOpen, JobKind, JobStatus, OPEN, type JobCount } from '../../domain/job.ts';
import { pagesOfJobs } from '../../jobs/queue/steer.ts';
import { createTurns } from '../../text/turns.ts';
import type { Caller } from '../callers.ts';
import { documentedRoutes, idOf } from '../documented.ts';
import { callerWith } from '../guard.ts';
import { limit, pageOf } from '../listing.ts';
import { jobView } from '../job-view.ts';
import { ProblemError } from '../problems.ts';
import { parseInput, readBytes, readJsonLines } from '../read-body.ts';
import { REQUESTS } from '../requests.ts';
import type { Mount } from '../service.ts';
import { idempotencyHeader, idempotencyKeyOf, submit, type Submission } from '../submit.ts';
import { readResult } from '../work.ts';
import { KINDS } from './work.ts';

const ENDED = JobStatus.options.filter((status) => !OPEN.includes(status));
const TYPES = ['application/jsonl', 'application/x-ndjson'] as const;
const params = z.object({ id: idOf('batch') });
const listed = z.object({ limit, cursor: params.shape.id.optional() });
const query = z.object({ of: z.enum(JobKind.options).openapi({ description: 'What each line asks for' }) });
const problems = ['not-found'] as const;
const answers = { 200: { description: 'The batch', schema: 'Batch' } } as const;

export const batchRoutes: Mount = (app, service) => {
  const { client, jobs, limits } = service;
  const { get, post, remove } = documentedRoutes(app, { tag: 'Batches', scope: null });
  const unknownBatch = () => new ProblemError('not-found', 'You have no such batch.');
  /** Newest first. A command may have queued more of them than a request can. */
  async function* jobsOf({ id: owner }: Caller, batch: string, statuses: readonly JobStatus[]) {
    const turn = createTurns();
    for await (const page of pagesOfJobs(client.store.jobs, { owner, batch, statuses }, limits.batchLines))
      for (const job of page) {
        yield job;
        await turn();
      }
  }
  // Counted by the store: a batch may be megabytes of requests.
  const viewOf = async ({ id: owner }: Caller, batch: string) => {
    const counted = await client.store.jobs.count({ owner, batch });
    if (counted.length === 0) throw unknownBatch();
    return viewOfCounts(batch, counted);
  };
  const viewOfCounts = (batch: string, counted: readonly JobCount[]) => {
    const countOf = new Map(counted.map(({ status, count }) => [status, count]));
    const self = `/v1/batches/${batch}`;
    return {
      id: batch,
      lines: counted.reduce((sum, { count }) => sum + count, 0),
      counts: Object.fromEntries(JobStatus.options.map((status) => [status, countOf.get(status) ?? 0])),
      links: { self, results: `${self}/results` },
    };
  };

  post(
    '/v1/batches',
    { query, headers: idempotencyHeader },
    {
      operationId: 'createBatch',
      summary: 'Send many requests at once: each line is the body of one',
      description: `At most ${limits.batchLines} lines; all are checked before one is begun. The key needs the scope of what they ask for.`,
      body: { schema: 'BatchLines', type: TYPES[0] },
      problems: ['conflict'],
      answers: { 202: { description: 'The batch, which goes on', schema: 'Batch', hasLocation: true } },
    },
    async (c) => {
      const { of: kind } = c.req.valid('query');
      const caller = callerWith(c, KINDS[kind].scope);
      const idempotencyKey = idempotencyKeyOf(c);
      const inputs: Submission[] = [];
      for await (const [number, value] of readJsonLines(readBytes(c, limits.batchBytes, TYPES), limits.batchLines))
        inputs.push({ kind, input: parseInput(REQUESTS[kind], value, [number - 1]) });
      const { first } = await submit(service, caller, inputs, { idempotencyKey, isBatch: true });
      if (first.batch === null)
        throw new ProblemError('conflict', 'This Idempotency-Key was sent with another request.');
      c.header('location', `/v1/batches/${first.batch.id}`);
      return c.json(await viewOf(caller, first.batch.id), 202);
    },
  );
  get(
    '/v1/batches',
    { query: listed },
    {
      operationId: 'listBatches',
      summary: 'Your batches, in the order of their ids',
      answers: { 200: { description: 'A page of them', schema: 'Batches' } },
    },
    async (c, { id: owner }) => {
      const { limit: size, cursor = '' } = c.req.valid('query');
      const counted = await client.store.jobs.count({ owner });
      const ids = new Set(counted.flatMap(({ batch }) => (batch !== null && batch > cursor ? [batch] : [])));
      const { items, next } = pageOf([...ids].sort(), size, (id) => id);
      const view = (id: string) =>
        viewOfCounts(
          id,
          counted.filter(({ batch }) => batch === id),
        );
      return c.json({ items: items.map(view), next }, 200);
    },
  );
  get(
    '/v1/batches/{id}',
    { params },
    { operationId: 'getBatch', summary: 'The lines of a batch, counted by status', problems, answers },
    async (c, caller) => c.json(await viewOf(caller, c.req.valid('param').id), 200),
  );
  get(
    '/v1/batches/{id}/results',
    { params },
    {
      operationId: 'getBatchResults',
      summary: 'The result of each line that has ended, in the order of the lines',
      problems,
      answers: { 200: { description: 'JSON Lines', schema: 'BatchLine', type: TYPES[0] } },
    },
    async (c, caller) => {
      const { id } = await viewOf(caller, c.req.valid('param').id);
      const lines: (readonly [line: number, job: string])[] = [];
      for await (const job of jobsOf(caller, id, ENDED)) lines.push([job.batch?.line ?? 0, job.id]);
      lines.sort(([one], [other]) => one - other);
      c.header('content-type', TYPES[0]);
      return stream(c, async (out) => {
        for (const [line, jobId] of lines) {
          if (out.aborted) return;
          // Read one by one: all of them may be more than fits into memory.
          const job = await client.store.jobs.get(jobId);
          if (job === null || isOpen(job)) continue;
          const result = job.result === null ? null : await readResult(client, job.result);
          await out.write(`${JSON.stringify({ line, job: jobView(job), result })}\n`);
        }
      });
    },
  );
  remove(
    '/v1/batches/{id}',
    { params },
    { operationId: 'cancelBatch', summary: 'Cancel the lines of a batch that have not ended', problems, answers },
    async (c, caller) => {
      const { id } = await viewOf(caller, c.req.valid('param').id);
      for await (const job of jobsOf(caller, id, OPEN)) await jobs.cancel(job);
      return c.json(await viewOf(caller, id), 200);
    },
  );
};
