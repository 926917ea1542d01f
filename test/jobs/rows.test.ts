/** Rows of `precompute` as jobs: added once, and waited for. */
import { Readable } from 'node:stream';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { workingAlone } from '../../src/client/runs.ts';
import type { Job } from '../../src/domain/job.ts';
import type { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { createLocalDelivery } from '../../src/jobs/queue/local-delivery.ts';
import { awaitRows, queueRows } from '../../src/jobs/queue/queue-rows.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { sha256Hex } from '../../src/text/hash.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';

const INSTRUCTIONS = ['Write a toast', 'Write a cover letter', ''].map((instruction, number) => ({
  ...{ id: `t${number}`, instruction, context: null },
}));
const ASKED = { owner: 'local', priority: 3, retryFailed: false, limits: null };

function queued() {
  const store = createMemoryStore();
  onTestFinished(() => store.close());
  const queue = { setup: 'own', delivery: createLocalDelivery(store.jobs, 'own') };
  const keyOf = (task: object) => sha256Hex(JSON.stringify(task));
  return { store, queue, keyOf, clock: systemClock };
}

it('adds a job for each row that can be run, once, and again only what failed where that is asked for', async () => {
  const ports = queued();
  const first = await queueRows(ports, INSTRUCTIONS, ASKED);
  expect(first).toMatchObject({ added: 2, open: 0, cached: 0, failed: 0, invalid: 1 });
  expect(await queueRows(ports, INSTRUCTIONS, ASKED)).toMatchObject({ batch: first.batch, added: 0, open: 2 });

  const jobs = await ports.store.jobs.list({}, 10);
  expect(jobs.map(({ kind, setup, priority, batch }) => [kind, setup, priority, batch?.id])).toEqual(
    Array(2).fill(['criteria', 'own', 3, first.batch]),
  );
  const end = (job: Job | undefined, status: 'failed' | 'cancelled') =>
    job === undefined ? false : ports.store.jobs.replace({ ...job, status }, ['queued']);
  expect([await end(jobs[0], 'failed'), await end(jobs[1], 'cancelled')]).toEqual([true, true]);
  expect(await queueRows(ports, INSTRUCTIONS, ASKED)).toMatchObject({ added: 1, failed: 1 });
  expect(await queueRows(ports, INSTRUCTIONS, { ...ASKED, retryFailed: true })).toMatchObject({ added: 1, open: 1 });
});

it('writes what others did in the order of the rows, and why a row has no set', async () => {
  const ports = queued();
  await queueRows(ports, INSTRUCTIONS, ASKED);
  const rows: PrecomputedRow[] = [];
  const output = {
    earlier: () => Readable.from([]),
    keepFirst: async () => undefined,
    append: async (row: PrecomputedRow) => void rows.push(row),
  };
  const ended = awaitRows(workingAlone(), ports, output, INSTRUCTIONS, {
    retryFailed: false,
    onProgress: () => undefined,
  });

  const { set } = criteriaSetFixture();
  await ports.store.putSet(set);
  for (const job of await ports.store.jobs.list({ statuses: ['queued'] }, 10)) {
    const isToast = JSON.stringify(job.input).includes('toast');
    const came: Partial<Job> = isToast
      ? { status: 'done', result: { of: 'set', id: set.id } }
      : { status: 'failed', problem: { type: '/problems/model-failed', title: '', status: 502, detail: 'It failed.' } };
    await ports.store.jobs.replace({ ...job, ...came }, ['queued']);
  }
  expect(await ended).toMatchObject({ total: 3, done: 1, failed: 2, stoppedBy: null });
  expect(rows.map(({ id, status }) => [id, status])).toEqual([
    ['t0', 'done'],
    ['t1', 'failed'],
    ['t2', 'failed'],
  ]);
  expect(rows[1]).toMatchObject({ reason: 'It failed.' });
});
