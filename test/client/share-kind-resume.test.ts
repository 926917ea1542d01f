/** Advice shared by kind, stopped in the middle and run again: nothing is asked twice, and the store does not matter. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { RowOutput } from '../../src/jobs/rows/row-output.ts';
import type { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { appWith } from '../support/guide-web/discover-with.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { hasPostgres } from '../support/postgres.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const INSTRUCTIONS = [
  'grant proposal on bees',
  'grant proposal on trams',
  'wedding toast',
  'grant proposal on buses',
].map((what, index) => ({ id: `${index}`, instruction: `Write a ${what}`, context: null }));

function outputInMemory(): { readonly rows: PrecomputedRow[]; readonly output: RowOutput } {
  const rows: PrecomputedRow[] = [];
  const output: RowOutput = {
    earlier: async function* () {
      yield* [...rows];
    },
    keepFirst: async (count) => void rows.splice(count),
    append: async (row) => void rows.push(row),
  };
  return { rows, output };
}

/** @param stops after how many calls of the model each run but the last is stopped */
async function discovered(store: string, stops: readonly number[]) {
  const server = await startModelServer({ handler: answering(plausibleModel) });
  onTestFinished(() => server.close());
  const { rows, output } = outputInMemory();
  const stopped: boolean[] = [];
  for (const maxCalls of [...stops, null]) {
    // A new process has nothing but the store and the rows.
    const app = await appWith({
      ...{ store, model: 'scripted', baseUrl: server.baseUrl, modelFormat: 'json_schema' },
      ...{ share: 'kind', n: 5, search: ['library'] },
    });
    try {
      const options = { rowsAtOnce: 2, retryFailed: true, onProgress: () => undefined };
      const result = await app.precompute(INSTRUCTIONS, output, { ...options, budget: { maxCalls } });
      stopped.push(result.stoppedBy !== null);
    } finally {
      await app.close();
    }
  }
  const app = await appWith({ store });
  onTestFinished(() => app.close());
  const guides = await app.store.listSets(10, { areGuides: true });
  const contents = await Promise.all(
    guides.map(async ({ id }) => `${id} ${(await app.store.getSetJson(id))?.content}`),
  );
  return {
    ...{ stopped, asked: [...server.delivered].sort(), statuses: rows.map(({ status }) => status) },
    made: [...rows.map((row) => JSON.stringify(row)), ...contents.sort()],
  };
}

const STORES: readonly (readonly [string, boolean, () => Promise<string>])[] = [
  ['SQLite', true, async () => join(await temporaryFolder(), 'store.sqlite')],
  ['PostgreSQL', hasPostgres, async () => (await sharedPostgres()).makeDatabase()],
];

describe.each(STORES)('precompute --share kind on %s', (_name, isThere, makeStore) => {
  it.skipIf(!isThere)(
    'stopped twice and run again has asked nothing twice, and has what one run has',
    async () => {
      const [whole, resumed] = [await discovered(await makeStore(), []), await discovered(await makeStore(), [3, 20])];
      expect([whole.stopped, resumed.stopped]).toEqual([[false], [true, true, false]]);
      expect(resumed.statuses).toEqual(['done', 'done', 'done', 'done']);
      expect(new Set(resumed.asked).size).toBe(resumed.asked.length);
      expect(resumed.asked).toEqual(whole.asked);
      expect(resumed.made).toEqual(whole.made);
    },
    180_000,
  );
});

it.skipIf(!hasPostgres)(
  'gives the same bytes on SQLite and on PostgreSQL',
  async () => {
    const [one, other] = await Promise.all(STORES.map(async ([, , makeStore]) => discovered(await makeStore(), [])));
    expect(one?.made).toHaveLength(INSTRUCTIONS.length + 2);
    expect(other?.made).toEqual(one?.made);
  },
  180_000,
);
