import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Benchmark } from '../../src/jobs/benchmark.ts';
import { keepBenchmark } from '../../src/jobs/rows/keep-benchmark.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { testRun } from '../support/run-context.ts';

const ROWS = 60;
const SET_CHARS = 2_000_000;
const asked = Array.from({ length: ROWS }, (_, at) => ({
  ...{ id: `t${at}`, system: '', category: null, instruction: 'Write a note' },
}));

function collectedHeapMb(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
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
