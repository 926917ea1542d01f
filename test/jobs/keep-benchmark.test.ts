import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { Benchmark } from '../../src/jobs/benchmark.ts';
import { keepBenchmark } from '../../src/jobs/rows/keep-benchmark.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import type { OutputRow } from '../../src/jobs/rows/row-output.ts';
import { collectGarbage } from '../support/collect-garbage.ts';
import { testRun } from '../support/run-context.ts';

const ROWS = 60;
const SET_CHARS = 2_000_000;
const asked = Array.from({ length: ROWS }, (_, at) => ({
  ...{ id: `t${at}`, system: '', category: null, instruction: 'Write a note' },
}));

function collectedHeapMb(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

it('notes of a row that is there as JSON its result, and keeps nothing of the text in memory', async () => {
  const store = createMemoryStore();
  const { clock } = testRun();
  const kept = await keepBenchmark(
    { store, clock },
    {
      ...{ of: 'instructions', name: 'tasks', models: [], settings: {}, batch: null, rows: asked, setup: null },
      usage: () => [],
    },
  );
  const output = kept.watch({
    earlier: () => Readable.from([]),
    keepFirst: async () => undefined,
    append: async () => undefined,
    appendJson: async () => undefined,
  });
  const before = collectedHeapMb();
  for (const { id } of asked) {
    const content = `${id} “${'x'.repeat(SET_CHARS)}”`;
    await output.appendJson?.(
      JSON.stringify({ id, key: 'k', status: 'done', set: { id: `cs_${id}_0123456789`, content } }),
    );
  }
  expect(collectedHeapMb() - before).toBeLessThan((ROWS * SET_CHARS) / 2 ** 20 / 4);
  await kept.end(null, null);
  const { rows } = Benchmark.parse((await store.getRecord(kept.id))?.value);
  expect(rows.map(({ status, result }) => [status, result])).toEqual(
    asked.map(({ id }) => ['done', `cs_${id}_0123456789`]),
  );
  await store.close();
});

it('keeps what earlier runs left, however early a later one is stopped', async () => {
  const store = createMemoryStore();
  const { clock } = testRun();
  const begin = () =>
    keepBenchmark(
      { store, clock },
      {
        ...{ of: 'responses', name: 'tasks', models: [], settings: {}, batch: null, rows: asked, setup: null },
        usage: () => [],
      },
    );
  const standing = async () => {
    const { rows, runs, leaderboard } = Benchmark.parse((await store.getRecord(first.id))?.value);
    return { results: rows.map(({ status, result }) => [status, result]), runs: runs.length, leaderboard };
  };
  const first = await begin();
  const output = first.watch<OutputRow>({
    earlier: () => Readable.from([]),
    keepFirst: async () => undefined,
    append: async () => undefined,
  });
  for (const { id } of asked.slice(1)) await output.append({ id, key: 'k', status: 'failed', reason: 'No server.' });
  const figures = { categories: [], themes: [], missing: [], resamples: 0, seed: 1 };
  await first.end(null, { score: 'pass-rate', instructions: 1, shared: 1, systems: [], ...figures });
  const left = await standing();
  expect(left.results.map(([status]) => status)).toEqual(['open', ...Array<string>(ROWS - 1).fill('failed')]);
  const second = await begin();
  expect(await standing()).toEqual({ ...left, runs: 2 });
  await second.end(new Error('It was stopped.'), null);
  expect(await standing()).toEqual({ ...left, runs: 2 });
  await store.close();
});

it('rows that cannot be read are no responses to one instruction', async () => {
  const store = createMemoryStore();
  const { clock } = testRun();
  const rowOf = (id: string, instruction: string) => ({ id, system: 'a', category: null, instruction });
  const rows = [rowOf('1', ''), rowOf('2', 'Write a note'), rowOf('3', ''), rowOf('4', 'Write a note')];
  const { id } = await keepBenchmark(
    { store, clock },
    {
      ...{ of: 'responses', name: 'answers', models: [], settings: {}, batch: null, rows, setup: null },
      usage: () => [],
    },
  );
  const kept = Benchmark.parse((await store.getRecord(id))?.value);
  expect(kept.instructions).toEqual(['', 'Write a note', '']);
  expect(kept.rows.map(({ instruction }) => instruction)).toEqual([0, 1, 2, 1]);
  await store.close();
});
