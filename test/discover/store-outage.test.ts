/** A store that is away stops a discovery; nothing of it is taken for an outcome. */
import { expect, it } from 'vitest';
import { discover } from '../../src/discover/discover.ts';
import type { DiscoveryParameters } from '../../src/domain/criteria-set.ts';
import { StoreError } from '../../src/domain/errors.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { fuse, sharedSearch } from '../../src/search/create-search.ts';
import { createFetchCache } from '../../src/pages/web/fetch-cache.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { ANYTHING } from '../support/search-servers/open-engine.ts';

const PARAMETERS: DiscoveryParameters = {
  queries: 3,
  resultsPerQuery: 10,
  keepPerQuery: 5,
  minExpertise: 3,
  minRelevance: 1,
  language: 'eng',
  rounds: 1,
  modelCriteria: 30,
  moreModelCriteria: 0,
};
const prose = (topic: string): string =>
  Array.from({ length: 30 }, (_, index) => `Remember the ${topic} detail number ${index} of the ${topic}.`).join(' ');

/** @param isAway whether the call of this number, from 0, finds the store away */
function failingStore(isAway: (call: number) => boolean): { readonly store: StorePort; readonly calls: () => number } {
  let calls = 0;
  const failing = <Part extends object>(part: Part): Part =>
    new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'object' && value !== null) return failing(value);
        // A lease that could not be released runs out.
        if (typeof value !== 'function' || name === 'release') return value;
        return (...given: readonly unknown[]) => {
          calls += 1;
          if (isAway(calls - 1)) return Promise.reject(new StoreError('The store cannot be reached.'));
          return Reflect.apply(value, target, given) as unknown;
        };
      },
    });
  return { store: failing(createMemoryStore()), calls: () => calls };
}

async function discoverOn(isAway: (call: number) => boolean) {
  const { store, calls } = failingStore(isAway);
  const library = memoryLibrary({
    'one.txt': `State the purpose first. Keep it short. ${prose('harbour')}`,
    'two.txt': `Name the reader. ${prose('mountain')}`,
  });
  const cache = createFetchCache(store.kept);
  const documents = {
    ...library.documents,
    get: async (run: Parameters<typeof library.documents.get>[0], url: string) => {
      await cache.get(url);
      return library.documents.get(run, url);
    },
  };
  const kept = (name: string) =>
    sharedSearch({ ...library.search, name }, { records: store.kept, maxAgeMs: 1_000 }, ANYTHING, null);
  const ports = {
    ...{ engine: scriptedEngine(), model: null, search: fuse([kept('one'), kept('other')]), documents: [documents] },
    ...{ store, sourceNotes: [], groundruleVersion: '0.0.0' },
  };
  const ended = await discover(testRun(), ports, { instruction: 'Write a note', context: null }, PARAMETERS).catch(
    (error: unknown) => error,
  );
  return { ended, calls: calls() };
}

it('ends with what the store says, whichever of its calls fails', async () => {
  const { ended, calls } = await discoverOn(() => false);
  expect(ended).toHaveProperty('id');
  expect(calls).toBeGreaterThan(10);
  for (let first = 0; first < calls; first++)
    for (const isAway of [(call: number) => call === first, (call: number) => call >= first])
      expect((await discoverOn(isAway)).ended, `call ${first}`).toBeInstanceOf(StoreError);
});
