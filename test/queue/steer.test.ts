/** What people change of many jobs at once. */
import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { cancelJobs, retryJobs, sumOf } from '../../src/queue/steer.ts';
import { createMemoryStore } from '../../src/store/memory.ts';
import { job } from '../support/job.ts';

const MANY = 100_001;

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
