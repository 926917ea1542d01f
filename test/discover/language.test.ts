/** A discovery whose instruction is not in English, with pages in two languages. */
import { describe, expect, it } from 'vitest';
import { discover } from '../../src/discover/discover.ts';
import type { DiscoveryParameters } from '../../src/domain/criteria-set.ts';
import type { ProposeItem } from '../../src/domain/engine.ts';
import { done } from '../../src/domain/outcome.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const GERMAN =
  'Nennen Sie den Grund im ersten Satz. Halten Sie sich kurz und schreiben Sie höflich an die zuständige Stelle. Wer eine Beschwerde schreibt, der sollte den Sachverhalt ruhig und der Reihe nach schildern und am Ende sagen, was er sich von der Stelle wünscht und bis wann sie ihm antworten soll.';
const ENGLISH =
  'State the reason in the first sentence. Keep it short and be polite to whoever is in charge. Whoever writes a complaint should tell what happened calmly and in order, and say at the end what they would like to be done about it, and by when they expect an answer.';
const PARAMETERS: DiscoveryParameters = {
  ...{ queries: 1, resultsPerQuery: 10, keepPerQuery: 5, minExpertise: 3, minRelevance: 1 },
  ...{ rounds: 1, modelCriteria: 30, moreModelCriteria: 0 },
};

async function discoverGerman(changes: Partial<DiscoveryParameters>, via: 'library' | 'web') {
  const { search, documents } = memoryLibrary({ 'de.txt': GERMAN, 'en.txt': ENGLISH });
  const asked: (string | null | undefined)[] = [];
  const engine = scriptedEngine({
    proposeQueries: async (_run, _task, [item]: readonly ProposeItem[]) => {
      asked.push(item?.language);
      const language = item?.language === null ? { language: 'deu' } : {};
      return new Map([['task', done([{ text: 'Beschwerde schreiben', teaches: 'Alles.', ...language }])]]);
    },
  });
  const { content } = await discover(
    testRun(),
    {
      ...{ engine, model: null, store: createMemoryStore(), sourceNotes: [], groundruleVersion: '0.0.0' },
      search: {
        name: 'test',
        search: (run, query, limit, language) => {
          asked.push(language);
          return search.search(run, query, limit);
        },
      },
      documents: [
        {
          ...documents,
          get: async (run, url) => {
            const outcome = await documents.get(run, url);
            return outcome.status === 'fetched' ? { ...outcome, document: { ...outcome.document, via } } : outcome;
          },
        },
      ],
    },
    { instruction: 'Schreibe eine Beschwerde', context: null },
    { ...PARAMETERS, ...changes },
  );
  const decisions = content.sources.map(({ url, decision }) => [url, decision] as const);
  return { asked, decisions: Object.fromEntries(decisions), warnings: content.warnings.join(' ') };
}

describe('without a language of the user', () => {
  it('searches and reads in the language of the instruction, and says which pages it left out', async () => {
    const { asked, decisions, warnings } = await discoverGerman({}, 'web');
    expect(asked).toEqual([null, 'deu']);
    expect(decisions).toEqual({ 'library:de.txt': 'kept', 'library:en.txt': 'wrong-language' });
    expect(warnings).toContain(
      'Left out, because they are not in German: s2 (English). --language en reads such pages instead.',
    );
  });

  it('keeps files that the user chose in any language, and says so', async () => {
    const { decisions, warnings } = await discoverGerman({}, 'library');
    expect(decisions).toEqual({ 'library:de.txt': 'kept', 'library:en.txt': 'kept' });
    expect(warnings).toContain('Not all pages are in German: s2 (English). Their quotes stay in their own language.');
  });
});

it('reads pages of the language that the user sets alone', async () => {
  const { asked, decisions } = await discoverGerman({ language: 'eng' }, 'library');
  expect(asked).toEqual(['eng', undefined]);
  expect(decisions).toEqual({ 'library:de.txt': 'wrong-language', 'library:en.txt': 'kept' });
});
