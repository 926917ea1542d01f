/** Those who wait for jobs ask once for all of them. */
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { CancelledError, UnavailableError } from '../../src/domain/errors.ts';
import type { JobRecords } from '../../src/domain/job.ts';
import { createAwaitJob } from '../../src/jobs/queue/await-jobs.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { job } from '../support/job.ts';

function counted(count: number) {
  const store = createMemoryStore();
  onTestFinished(() => store.close());
  const queries = { rows: 0, looks: 0 };
  const records: JobRecords = {
    ...store.jobs,
    get: (id) => {
      queries.rows += 1;
      return store.jobs.get(id);
    },
    statuses: (ids) => {
      queries.looks += 1;
      return store.jobs.statuses(ids);
    },
  };
  return { records, queries, jobs: Array.from({ length: count }, (_, number) => job(`j${number}`)) };
}
const never = new AbortController().signal;

it('asks once for all, and reads each row when it has ended', async () => {
  const { records, queries, jobs } = counted(1_200);
  await records.add(jobs);
  const awaitJob = createAwaitJob(records, 20);
  const ends = Promise.all([...jobs, ...jobs.slice(0, 3)].map(({ id }) => awaitJob(id, never)));
  await expect.poll(() => queries.looks, { timeout: 20_000 }).toBeGreaterThan(5);
  expect(queries.rows).toBe(1_203);
  for (const each of jobs) await records.replace({ ...each, status: 'done' }, ['queued']);
  expect((await ends).every(({ status }) => status === 'done')).toBe(true);
  expect(queries.rows).toBe(2 * 1_203);
  const { looks } = queries;
  await delay(100);
  expect(queries.looks, 'nobody waits any more').toBe(looks);
});

it('ends for one that is removed or no longer waited for, and for no other', async () => {
  const { records, jobs } = counted(3);
  await records.add(jobs);
  const awaitJob = createAwaitJob(records, 20);
  const stop = new AbortController();
  const ends = jobs.map(({ id }, number) =>
    awaitJob(id, number === 1 ? stop.signal : never).catch((error: unknown) => error),
  );
  stop.abort();
  expect(await ends[1]).toBeInstanceOf(CancelledError);
  await records.replace({ ...job('j0'), status: 'done', endedAt: '2026-01-01' }, ['queued']);
  await records.removeEndedBefore('2026-01-02');
  expect(await ends[0]).toBeInstanceOf(UnavailableError);
  await records.replace({ ...job('j2'), status: 'failed' }, ['queued']);
  expect(await ends[2]).toMatchObject({ id: 'j2', status: 'failed' });
});
