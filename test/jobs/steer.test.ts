/** What people change of many jobs at once. */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { cancelJobs, PAGE_JOBS, queueStatus, retryJobs, sumOf } from '../../src/jobs/queue/steer.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { job } from '../support/job.ts';
import { shortOrLong } from '../support/run-length.ts';

/** A page of jobs and one more. */
const MANY = shortOrLong(PAGE_JOBS, 10 * PAGE_JOBS) + 1;

it('changes all of them, however many there are', { timeout: 300_000 }, async () => {
  const { jobs } = createMemoryStore();
  await jobs.add(
    Array.from({ length: MANY }, (_, number) => job(`j${number}`, number === 0 ? { status: 'failed' } : {})),
  );
  expect(await retryJobs(jobs, { ids: [] })).toBe(1);
  expect(await cancelJobs(jobs, { ids: [], batch: 'another' }, systemClock)).toBe(0);
  expect(await cancelJobs(jobs, { ids: [] }, systemClock)).toBe(MANY);
  expect(sumOf(await jobs.count())).toMatchObject({ queued: 0, cancelled: MANY });
});

it('shows jobs of a version that kept its settings in another form', async () => {
  const store = createMemoryStore();
  await store.kept.put('queue', 'setup old', { version: '0.0.1' });
  await store.jobs.add([job('j', { setup: 'old' })]);
  expect((await queueStatus(store)).batches).toMatchObject([{ setup: 'old', title: null, counts: { queued: 1 } }]);
});
