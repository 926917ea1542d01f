/** Jobs: their status, events and results, and how they are cancelled. Each caller sees their own. */
import { z } from '@hono/zod-openapi';
import { JobStatus } from '../../domain/job.ts';
import { documentedRoutes, idOf } from '../documented.ts';
import { jobView } from '../job-view.ts';
import { limit, pageOf } from '../listing.ts';
import { ProblemError } from '../problems.ts';
import { requireOwnJob } from '../record-owners.ts';
import type { Mount } from '../service.ts';
import { answerResult, streamJob } from '../submit.ts';

const params = z.object({ id: idOf('job') });
const listed = z.object({
  status: z.enum(JobStatus.options).optional(),
  batch: idOf('batch').optional(),
  limit,
  cursor: params.shape.id.optional(),
});
const problems = ['not-found'] as const;

export const jobRoutes: Mount = (app, service) => {
  const { jobs, client } = service;
  const { get, remove } = documentedRoutes(app, { tag: 'Jobs', scope: null });

  get(
    '/v1/jobs',
    { query: listed },
    {
      operationId: 'listJobs',
      summary: 'Your jobs, newest first',
      answers: { 200: { description: 'A page of them', schema: 'Jobs' } },
    },
    async (c, { id: owner }) => {
      const { status, batch, limit: size, cursor } = c.req.valid('query');
      const statuses = status === undefined ? undefined : [status];
      const found = await client.store.jobs.list({ owner, batch, statuses, before: cursor }, size + 1);
      const { items, next } = pageOf(found, size, ({ id }) => id);
      return c.json({ items: items.map(jobView), next }, 200);
    },
  );
  get(
    '/v1/jobs/{id}',
    { params },
    {
      operationId: 'getJob',
      summary: 'The status of a job',
      problems,
      answers: { 200: { description: 'The job', schema: 'Job' } },
    },
    async (c, caller) => c.json(jobView(await requireOwnJob(client, caller, c.req.valid('param').id)), 200),
  );
  get(
    '/v1/jobs/{id}/result',
    { params },
    {
      operationId: 'getJobResult',
      summary: 'The result of a job, as the request for it would have been answered',
      problems: ['not-found', 'conflict', 'invalid-input', 'model-failed'],
      answers: {
        200: { description: 'The result: a set, a judgement, …', schema: 'JobResult', hasLocation: true },
        202: { description: 'The job, which goes on', schema: 'Job', hasLocation: true },
      },
    },
    async (c, caller) => answerResult(c, service, await requireOwnJob(client, caller, c.req.valid('param').id)),
  );
  get(
    '/v1/jobs/{id}/events',
    {
      params,
      headers: z.object({ 'last-event-id': z.string().optional().describe('Only the events after this one') }),
    },
    {
      operationId: 'streamJobEvents',
      summary: 'The steps of a job as they go',
      problems,
      answers: {
        200: {
          description: 'Server-sent events, all of them also after the end',
          type: 'text/event-stream',
          schema: 'JobEvent',
        },
      },
    },
    async (c, caller) => streamJob(c, service, await requireOwnJob(client, caller, c.req.valid('param').id)),
  );
  remove(
    '/v1/jobs/{id}',
    { params },
    {
      operationId: 'cancelJob',
      summary: 'Cancel a job',
      description: 'Answers of models that it has already paid for are kept.',
      problems: ['not-found', 'conflict'],
      answers: { 200: { description: 'The job, cancelled', schema: 'Job' } },
    },
    async (c, caller) => {
      const job = await requireOwnJob(client, caller, c.req.valid('param').id);
      if (!(await jobs.cancel(job))) throw new ProblemError('conflict', 'The job has already ended.');
      return c.json(jobView((await client.store.jobs.get(job.id)) ?? job), 200);
    },
  );
};
