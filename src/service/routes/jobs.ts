/** Jobs: how they stand, what they say, what came of them, and how they are stopped. Each caller sees their own. */
import { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { JobStatus, type Job } from '../../domain/job.ts';
import { documented, idOf } from '../documented.ts';
import { callerWith, type ServiceEnv } from '../guard.ts';
import { jobView } from '../job-view.ts';
import { ProblemError } from '../problems.ts';
import type { Mount } from '../service.ts';
import { answerResult, streamJob } from '../submit.ts';

const params = z.object({ id: idOf('job') });
const listed = z.object({
  status: z.enum(JobStatus.options).optional(),
  batch: idOf('batch').optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: params.shape.id.optional(),
});
const tag = 'Jobs';
const scope = null;

export const jobRoutes: Mount = (app, service) => {
  const { jobs, client } = service;
  /** Those of others are not told from those that there are not. */
  const own = async (c: Context<ServiceEnv>, id: string): Promise<Job> => {
    const caller = callerWith(c, scope);
    const job = await client.store.jobs.get(id);
    if (job?.owner !== caller.id) throw new ProblemError('not-found', 'You have no such job.');
    return job;
  };

  app.openapi(
    documented(
      'get',
      '/v1/jobs',
      { query: listed },
      {
        ...{ tag, scope, operationId: 'listJobs', summary: 'Your jobs, newest first' },
        answers: { 200: { description: 'A page of them', schema: 'Jobs' } },
      },
    ),
    async (c) => {
      const { id: owner } = callerWith(c, scope);
      const { status, batch, limit, cursor } = c.req.valid('query');
      const statuses = status === undefined ? undefined : [status];
      const found = await client.store.jobs.list({ owner, batch, statuses, before: cursor }, limit + 1);
      const items = found.slice(0, limit);
      return c.json({ items: items.map(jobView), next: found.length > limit ? (items.at(-1)?.id ?? null) : null }, 200);
    },
  );
  app.openapi(
    documented(
      'get',
      '/v1/jobs/{id}',
      { params },
      {
        ...{ tag, scope, problems: ['not-found'], operationId: 'getJob', summary: 'How a job stands' },
        answers: { 200: { description: 'The job', schema: 'Job' } },
      },
    ),
    async (c) => c.json(jobView(await own(c, c.req.valid('param').id)), 200),
  );
  app.openapi(
    documented(
      'get',
      '/v1/jobs/{id}/result',
      { params },
      {
        ...{
          tag,
          scope,
          operationId: 'getJobResult',
          summary: 'What came of a job, as the request for it would have been answered',
        },
        problems: ['not-found', 'conflict', 'invalid-input', 'model-failed'],
        answers: {
          200: { description: 'The result: a set, a judgement, …', schema: 'JobResult', hasLocation: true },
          202: { description: 'The job, which goes on', schema: 'Job', hasLocation: true },
        },
      },
    ),
    async (c) => answerResult(c, service, await own(c, c.req.valid('param').id)),
  );
  app.openapi(
    documented(
      'get',
      '/v1/jobs/{id}/events',
      {
        params,
        headers: z.object({ 'last-event-id': z.string().optional().describe('Only the events after this one') }),
      },
      {
        ...{
          tag,
          scope,
          problems: ['not-found'],
          operationId: 'streamJobEvents',
          summary: 'The steps of a job as they go',
        },
        answers: {
          200: {
            description: 'Server-sent events, all of them also after the end',
            type: 'text/event-stream',
            schema: 'JobEvent',
          },
        },
      },
    ),
    async (c) => streamJob(c, service, await own(c, c.req.valid('param').id)),
  );
  app.openapi(
    documented(
      'delete',
      '/v1/jobs/{id}',
      { params },
      {
        ...{ tag, scope, problems: ['not-found', 'conflict'], operationId: 'cancelJob', summary: 'Cancel a job' },
        description: 'What it asked a model already is paid for, and kept.',
        answers: { 200: { description: 'The job, cancelled', schema: 'Job' } },
      },
    ),
    async (c) => {
      const job = await own(c, c.req.valid('param').id);
      if (!(await jobs.cancel(job))) throw new ProblemError('conflict', 'The job has ended already.');
      return c.json(jobView((await client.store.jobs.get(job.id)) ?? job), 200);
    },
  );
};
