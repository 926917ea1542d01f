import { describe, expect, it } from 'vitest';
import { criteriaSetId } from '../../src/discover/set-id.ts';
import type { CriteriaSet, CriteriaSetContent } from '../../src/domain/criteria-set.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { discover } from '../../src/discover/discover.ts';
import { verifySet } from '../../src/audit/verify-set.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

async function sample(): Promise<{ set: CriteriaSet; store: StorePort }> {
  const words = Array.from({ length: 80 }, (_, index) => `word${index}`).join(' ');
  const { search, documents } = memoryLibrary({
    'one.txt': `State the purpose first. Keep it short. About ${words}.`,
  });
  const store = createMemoryStore();
  const set = await discover(
    testRun(),
    {
      engine: scriptedEngine(),
      search,
      documents: [documents],
      store,
      sourceNotes: [],
      model: null,
      groundruleVersion: '0.0.0',
    },
    { instruction: 'Write a note', context: null },
    {
      queries: 1,
      resultsPerQuery: 5,
      keepPerQuery: 5,
      minExpertise: 3,
      minRelevance: 1,
      language: 'eng',
      rounds: 1,
      modelCriteria: 30,
      moreModelCriteria: 0,
    },
  );
  return { set, store };
}

/** The set with a changed content, and the id that belongs to it: only the other rules can object. */
function forge(set: CriteriaSet, change: (content: CriteriaSetContent) => void): CriteriaSet {
  const content = structuredClone(set.content);
  change(content);
  return { ...set, content, id: criteriaSetId(content) };
}

describe('verifySet', () => {
  it('passes what discover made', async () => {
    const { set, store } = await sample();
    expect(await verifySet(set, store)).toMatchObject({
      status: 'passed',
      quotes: set.content.advice.length,
    });
  });

  it.each<[string, (content: CriteriaSetContent) => void]>([
    ['a changed quote', (content) => (content.advice[0]!.quote = content.criteria[0]!.evidence[0]!.quote = 'Forged.')],
    ['a moved span', (content) => (content.advice[0]!.start += 1)],
    ['a criterion without evidence', (content) => (content.criteria[0]!.evidence = [])],
    ['evidence from a source that was dropped', (content) => (content.sources[0]!.decision = 'low-expertise')],
    ['evidence under another URL', (content) => (content.criteria[0]!.evidence[0]!.url = 'https://example.org/')],
    ['lost advice', (content) => content.criteria.pop()],
    ['a doubled criterion', (content) => content.criteria.push(structuredClone(content.criteria[0]!))],
  ])('fails %s', async (_name, change) => {
    const { set, store } = await sample();
    expect((await verifySet(forge(set, change), store)).status).toBe('failed');
  });

  it('fails an id that is not the hash of the content', async () => {
    const { set, store } = await sample();
    const content = { ...set.content, task: { instruction: 'Write another note', context: null } };
    expect((await verifySet({ ...set, content }, store)).status).toBe('failed');
  });

  it('cannot verify quotes whose text is not stored: that is not "wrong"', async () => {
    const { set } = await sample();
    const verification = await verifySet(set, createMemoryStore());
    expect(verification).toMatchObject({ status: 'cannot-verify', quotesCompared: 0 });
  });
});
