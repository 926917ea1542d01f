/** Batches: many requests of one kind as JSON Lines, each a job of its own. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { stream } from 'hono/streaming';
import { JobKind, JobStatus, type Job } from '../../domain/job.ts';
import { documented, idOf } from '../documented.ts';
import { callerWith, type ServiceEnv } from '../guard.ts';
import { jobView } from '../job-view.ts';
import { ProblemError } from '../problems.ts';
import { parseInput, readLines, readText } from '../read-body.ts';
import { REQUESTS } from '../requests.ts';
import type { Mount, Service } from '../service.ts';
import { idempotencyHeader, idempotencyKeyOf, submit, type Submission } from '../submit.ts';
import { readResult } from '../work.ts';
import { KINDS } from './work.ts';

const TYPES = ['application/jsonl', 'application/x-ndjson'] as const;
const params = z.object({ id: idOf('batch') });
const asked = z.object({ of: z.enum(JobKind.options).openapi({ description: 'What each line asks for' }) });
const tag = 'Batches';
const scope = null;

export const batchRoutes: Mount = (app, service) => {
  const { client, jobs, limits } = service;
  const linesOf = async (c: Context<ServiceEnv>, batch: string): Promise<readonly Job[]> => {
    const { id: owner } = callerWith(c, scope);
    const lines = await client.store.jobs.list({ owner, batch }, limits.batchLines);
    if (lines.length === 0) throw new ProblemError('not-found', 'You have no such batch.');
    return [...lines].reverse();
  };
  // Counted by the store: a batch may be megabytes of requests.
  const viewOf = async (c: Context<ServiceEnv>, batch: string) => {
    const { id: owner } = callerWith(c, scope);
    const counted = await client.store.jobs.count({ owner, batch });
    if (counted.length === 0) throw new ProblemError('not-found', 'You have no such batch.');
    return batchView(batch, new Map(counted.map(({ status, count }) => [status, count])));
  };

  app.openapi(
    documented(
      'post',
      '/v1/batches',
      { query: asked, headers: idempotencyHeader },
      {
        ...{
          tag,
          scope,
          operationId: 'createBatch',
          summary: 'Ask for many at once: each line is the body of one request',
        },
        description: `At most ${limits.batchLines} lines; all are checked before one is begun. Scope: that of what the lines ask for.`,
        body: { schema: 'BatchLines', type: TYPES[0] },
        problems: ['conflict'],
        answers: { 202: { description: 'The batch, which goes on', schema: 'Batch', hasLocation: true } },
      },
    ),
    async (c) => {
      const { of: kind } = c.req.valid('query');
      const caller = callerWith(c, KINDS[kind].scope);
      const idempotencyKey = idempotencyKeyOf(c);
      const text = await readText(c, limits.batchBytes, TYPES);
      const inputs: Submission[] = [];
      for await (const [number, value] of readLines(text, limits.batchLines))
        inputs.push({ kind, input: parseInput(REQUESTS[kind], value, [number - 1]) });
      const { first } = await submit(service, caller, inputs, { idempotencyKey, isBatch: true });
      if (first.batch === null)
        throw new ProblemError('conflict', 'This Idempotency-Key was sent with another request.');
      c.header('location', `/v1/batches/${first.batch.id}`);
      return c.json(await viewOf(c, first.batch.id), 202);
    },
  );
  app.openapi(
    documented(
      'get',
      '/v1/batches/{id}',
      { params },
      {
        ...{
          tag,
          scope,
          problems: ['not-found'],
          operationId: 'getBatch',
          summary: 'How many lines of a batch have come how far',
        },
        answers: { 200: { description: 'The batch', schema: 'Batch' } },
      },
    ),
    async (c) => {
      const { id } = c.req.valid('param');
      return c.json(await viewOf(c, id), 200);
    },
  );
  app.openapi(
    documented(
      'get',
      '/v1/batches/{id}/results',
      { params },
      {
        ...{
          tag,
          scope,
          problems: ['not-found'],
          operationId: 'getBatchResults',
          summary: 'What came of each line that has ended, in the order of the lines',
        },
        answers: { 200: { description: 'JSON Lines', schema: 'BatchLine', type: TYPES[0] } },
      },
    ),
    async (c) => {
      const lines = await linesOf(c, c.req.valid('param').id);
      c.header('content-type', TYPES[0]);
      return stream(c, async (out) => {
        for (const line of lines) {
          if (out.aborted) return;
          if (line.endedAt !== null) await out.write(`${JSON.stringify(await lineOf(service, line))}\n`);
        }
      });
    },
  );
  app.openapi(
    documented(
      'delete',
      '/v1/batches/{id}',
      { params },
      {
        ...{
          tag,
          scope,
          problems: ['not-found'],
          operationId: 'cancelBatch',
          summary: 'Cancel the lines of a batch that have not ended',
        },
        answers: { 200: { description: 'The batch', schema: 'Batch' } },
      },
    ),
    async (c) => {
      const { id } = c.req.valid('param');
      for (const line of await linesOf(c, id)) await jobs.cancel(line);
      return c.json(await viewOf(c, id), 200);
    },
  );
};

function batchView(id: string, countOf: ReadonlyMap<JobStatus, number>) {
  const counts = Object.fromEntries(JobStatus.options.map((status) => [status, countOf.get(status) ?? 0]));
  const lines = [...countOf.values()].reduce((sum, count) => sum + count, 0);
  const self = `/v1/batches/${id}`;
  return { id, lines, counts, links: { self, results: `${self}/results` } };
}

async function lineOf({ client }: Service, job: Job) {
  const result = job.result === null ? null : await readResult(client, job.result);
  return { line: job.batch?.line ?? 0, job: jobView(job), result };
}
