/** The whole pipeline on an engine that answers in batches, out of order, with a fifth of the items unscored. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
import { discover } from '../../src/discover/discover.ts';
import { verifySet } from '../../src/audit/verify-set.ts';
import { openLibrary } from '../../src/search/library/open-library.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { batchingEngine } from '../support/batching-engine.ts';
import { testRun } from '../support/run-context.ts';

describe('discover on a batching engine', () => {
  it('gives a set that holds: no advice lost, the unscored last and with their reason', async () => {
    const store = createMemoryStore();
    const path = join(import.meta.dirname, '../../fixtures/library');
    const library = await openLibrary(testRun(), { folders: [{ path, via: 'bundled' }], store });
    const set = await discover(
      testRun(),
      {
        engine: batchingEngine(createOfflineEngine()),
        search: library.search,
        documents: [library.documents],
        sourceNotes: [],
        store,
        model: null,
        groundruleVersion: '0.0.0',
      },
      { instruction: 'Write a grant proposal for a community seed library', context: null },
      {
        queries: 3,
        resultsPerQuery: 10,
        keepPerQuery: 5,
        minExpertise: 3,
        minRelevance: 1,
        language: 'eng',
        rounds: 1,
        modelCriteria: 30,
        moreModelCriteria: 0,
      },
    );
    expect(CriteriaSet.parse(set)).toEqual(set);
    expect((await verifySet(set, store)).status).toBe('passed');
    // Faults to avoid are a block of their own behind it.
    const states = set.content.criteria
      .filter(({ fault }) => fault === undefined)
      .map((criterion) => criterion.relevance.status);
    const firstUnscored = states.indexOf('unscored');
    expect(firstUnscored).toBeGreaterThan(0);
    expect(states.slice(firstUnscored)).not.toContain('scored');
    expect(set.content.removals.map((removal) => removal.reason).join()).toContain('left out by the stub');
    expect(set.content.sources.some((source) => source.decision === 'unrated' && source.reason !== '')).toBe(true);
  });
});
