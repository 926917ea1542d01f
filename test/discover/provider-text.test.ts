/** Text that a search provider supplies of pages that cannot be fetched: marked, and stored only where its terms allow. */
import { describe, expect, it } from 'vitest';
import type { CallRecord } from '../../src/domain/model.ts';
import type { DocumentOutcome, SearchPort } from '../../src/domain/ports.ts';
import { createOfflineEngine } from '../../src/engines/offline/engine.ts';
import { audit } from '../../src/audit/audit.ts';
import { callsToKeep } from '../../src/run/call-records.ts';
import { discover } from '../../src/discover/discover.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { adviceFor } from '../support/guide-web/marked-advice.ts';
import { testRun } from '../support/run-context.ts';

const URL_OF_PAGE = 'https://guides.example/grant-proposals';
const advice = await adviceFor('grant-proposal');
const text = ['# How to write a grant proposal', '', ...advice.slice(0, 30).map((item) => `- ${item}`)].join('\n');

const PARAMETERS = {
  ...{ queries: 2, resultsPerQuery: 5, keepPerQuery: 5, minExpertise: 1, minRelevance: 1 },
  ...{ language: 'eng', rounds: 1, modelCriteria: 30, moreModelCriteria: 0, providerText: true as const },
};
const TASK = { instruction: 'Write a grant proposal for a community seed library', context: null };

async function discoverWith(mayStore: boolean, fetched: Exclude<DocumentOutcome, { status: 'fetched' }>) {
  const search: SearchPort = {
    name: 'supplying',
    mayStore,
    search: async () => [
      { url: URL_OF_PAGE, title: 'A title of theirs', snippet: 'Theirs too', pageText: { text, mayStore } },
    ],
  };
  const store = createMemoryStore();
  const documents = [{ serves: () => true, get: async () => fetched }];
  const set = await discover(
    testRun(),
    {
      ...{ engine: createOfflineEngine(), model: null, search, documents, store },
      ...{ sourceNotes: [], groundruleVersion: '0.0.0' },
    },
    TASK,
    PARAMETERS,
  );
  return { set, store };
}

const BLOCKED = { status: 'failed', decision: 'blocked-page', reason: 'a bot check' } as const;

describe('text of a provider whose terms do not let it be kept', () => {
  it('leaves quotes and the hash alone, and an audit says that it cannot re-verify them', async () => {
    const { set, store } = await discoverWith(false, BLOCKED);
    const [source] = set.content.sources;
    expect(source).toMatchObject({ via: 'provider', decision: 'kept', finalUrl: URL_OF_PAGE });
    expect(set.content.criteria.length).toBeGreaterThan(3);
    for (const { evidence } of set.content.criteria)
      for (const piece of evidence) {
        expect(piece).toMatchObject({ via: 'provider', extraction: source?.extraction, link: null });
        expect(text).toContain(piece.quote);
      }
    expect(await store.getPage(source!.extraction!)).toBeNull();
    const { verification, criteria } = await audit(set, store);
    expect(verification.status).toBe('cannot-verify');
    expect(verification.rules.flatMap(({ problems }) => problems)).toEqual([
      `Cannot re-verify: the text of ${URL_OF_PAGE} was supplied by a search provider whose terms do not let it be kept.`,
    ]);
    expect(criteria[0]?.evidence[0]?.passage).toBeNull();
  });

  it('is not kept in the prompts of model calls either', async () => {
    const { set, store } = await discoverWith(false, BLOCKED);
    const call = {
      exchanges: [{ messages: [{ role: 'user', content: text }], messagesHash: 'hash' }],
    } as unknown as CallRecord;
    const [kept] = await callsToKeep([call], set, store);
    expect(JSON.stringify(kept)).not.toContain(advice[0]);
    expect(kept?.exchanges[0]).toMatchObject({ messages: [], messagesHash: 'hash' });
    const stored = await discoverWith(true, BLOCKED);
    expect(await callsToKeep([call], stored.set, stored.store)).toEqual([call]);
  });
});

it('is stored where the terms allow it, and can be verified', async () => {
  const { set, store } = await discoverWith(true, BLOCKED);
  expect(set.content.sources[0]?.via).toBe('provider');
  expect((await audit(set, store)).verification.status).toBe('passed');
});

it('does not get around a robots.txt that refuses the page, and the title stays with its owner', async () => {
  const refused = { status: 'failed', decision: 'refused-by-robots', reason: 'line 2' } as const;
  const { set } = await discoverWith(false, refused);
  expect(set.content.sources).toMatchObject([{ decision: 'refused-by-robots', via: null, title: null }]);
  expect(JSON.stringify(set)).not.toContain('theirs');
});
