import { expect, it } from 'vitest';
import { renderFailedJobs } from '../../src/report/queue.ts';
import { job } from '../support/job.ts';
import { layout } from './layout.ts';

it.each([null, 'toast', { instruction: 5 }])(
  'lists a failed job whose input another version wrote: %j',
  async (input) => {
    const jobs = [job('job_1', { status: 'failed', input }), job('job_2', { status: 'failed' })];
    expect(await renderFailedJobs(jobs, 'table', layout(100))).toMatch(/job_1[^]*job_2.*Write a toast/u);
  },
);
