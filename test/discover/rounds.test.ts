import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Engine } from '../../src/domain/engine.ts';
import { StepFailedError, UnavailableError } from '../../src/domain/errors.ts';
import { done, unscored } from '../../src/domain/outcome.ts';
import { discover } from '../../src/discover/discover.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { testRun } from '../support/run-context.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';

const page = fc.record({
  relevance: fc.constantFrom(2, 2, 1, 0),
  expertise: fc.constantFrom(4, 5, 3, 1),
  advice: fc.constantFrom('some', 'none', 'unanswered'),
  /** The page is found by the queries of this round and of all later ones. */
  foundFrom: fc.integer({ min: 1, max: 4 }),
});
type TestPage = typeof page extends fc.Arbitrary<infer Value> ? Value : never;

const textOf = (number: number): string =>
  Array.from({ length: 30 }, (_, index) => `Name the part ${number}x${index} of matter ${number}y${index}`).join('. ') +
  '.';

async function discoverInRounds(
  pages: readonly TestPage[],
  rounds: number,
  keepPerQuery: number,
  failedSearches: readonly number[] = [],
) {
  const named = new Map(pages.map((each, index) => [`${index}.txt`, each]));
  const { documents } = memoryLibrary(
    Object.fromEntries([...named.keys()].map((name, index) => [name, textOf(index)])),
  );
  const pageAt = (url: string): TestPage => named.get(url.slice('library:'.length))!;
  const readSources: string[] = [];
  const urlOf = new Map<string, string>();
  let round = 1;
  const engine: Partial<Engine> = {
    proposeQueries: async () => new Map([['task', done([{ text: 'round 1', teaches: 'all' }])]]),
    findGaps: async () => {
      round += 1;
      const queries = [{ text: `round ${round}`, teaches: 'more' }];
      return new Map([['task', done({ covered: 'Some.', missing: 'More.', queries })]]);
    },
    ratePages: async (_run, _task, items) =>
      new Map(
        items.map(({ id, url }) => {
          urlOf.set(id, url);
          const { relevance, expertise } = pageAt(url);
          return [id, done({ relevance, expertise, reasons: [] })];
        }),
      ),
    extractAdvice: async (_run, _task, items) =>
      new Map(
        items.map(({ id, page: { text }, queries }) => {
          readSources.push(id);
          const { advice } = pageAt(urlOf.get(id)!);
          if (advice === 'unanswered') return [id, unscored('It was cut.')];
          const quote = text.slice(0, text.indexOf('.') + 1);
          const claim = { text: quote, quote, queryIds: queries.map((query) => query.id) };
          return [id, done(advice === 'some' ? [claim] : [])];
        }),
      ),
  };
  const set = await discover(
    testRun(),
    {
      engine: scriptedEngine(engine),
      model: null,
      search: {
        name: 'memory',
        search: async () => {
          if (failedSearches.includes(round)) throw new UnavailableError('The search is down.');
          return [...named].flatMap(([name, { foundFrom }]) =>
            foundFrom <= round ? [{ url: `library:${name}`, title: null, snippet: null }] : [],
          );
        },
      },
      documents: [{ ...documents, get: async (...about) => asWeb(await documents.get(...about)) }],
      store: createMemoryStore(),
      sourceNotes: [],
      groundruleVersion: '0.0.0',
    },
    { instruction: 'Write a note', context: null },
    {
      queries: 1,
      resultsPerQuery: 10,
      keepPerQuery,
      minExpertise: 3,
      minRelevance: 1,
      language: 'eng',
      rounds,
      modelCriteria: 30,
      moreModelCriteria: 0,
    },
  ).catch((error: unknown) => {
    if (error instanceof StepFailedError) return null;
    throw error;
  });
  return { content: set?.content ?? null, readSources, adviceAt: (id: string) => pageAt(urlOf.get(id)!).advice };
}

/** The expertise of a library's own files decides nothing. */
function asWeb(outcome: Awaited<ReturnType<ReturnType<typeof memoryLibrary>['documents']['get']>>) {
  if (outcome.status !== 'fetched') return outcome;
  return { ...outcome, document: { ...outcome.document, via: 'web' as const } };
}

it('keeps what an earlier round read, whatever the rounds find', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(page, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 3 }),
      fc.subarray([2, 3, 4]),
      async (pages, rounds, keepPerQuery, failedSearches) => {
        const { content, readSources, adviceAt } = await discoverInRounds(pages, rounds, keepPerQuery, failedSearches);
        // A step may fail for all its inputs only where nothing was found before.
        if (content === null) {
          expect(readSources.every((id) => adviceAt(id) !== 'some')).toBe(true);
          return;
        }
        expect(new Set(readSources).size).toBe(readSources.length);
        for (const id of readSources) {
          const expected = { some: 'kept', none: 'no-advice', unanswered: 'unanswered' }[adviceAt(id)];
          expect(content.sources.find((source) => source.id === id)?.decision).toBe(expected);
          expect(content.advice.some(({ sourceId }) => sourceId === id)).toBe(adviceAt(id) === 'some');
        }
      },
    ),
    { numRuns: 25 },
  );
});

it('keeps each quote of fewer rounds, whatever one more of them finds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(page, { minLength: 1, maxLength: 6 }),
      fc.integer({ min: 1, max: 3 }),
      fc.integer({ min: 1, max: 3 }),
      fc.subarray([2, 3, 4]),
      async (pages, rounds, keepPerQuery, failedSearches) => {
        const [fewer, more] = [
          await discoverInRounds(pages, rounds, keepPerQuery, failedSearches),
          await discoverInRounds(pages, rounds + 1, keepPerQuery, failedSearches),
        ].map(({ content }) => content?.criteria.flatMap(({ evidence }) => evidence.map(({ quote }) => quote)) ?? []);
        expect(more).toEqual(expect.arrayContaining(fewer ?? []));
      },
    ),
    { numRuns: 60 },
  );
});

it.each([1, 2])(
  'keeps advice from a general page of round %i where the specific one turned out to have none',
  async (round) => {
    const { content } = await discoverInRounds(
      [
        { relevance: 2, expertise: 4, advice: 'none', foundFrom: 1 },
        { relevance: 1, expertise: 4, advice: 'some', foundFrom: round },
      ],
      2,
      5,
    );
    expect(content?.sources.map(({ decision }) => decision)).toEqual(['no-advice', 'kept']);
    expect(content?.criteria).toHaveLength(1);
  },
);

it('keeps what was found where all that a later round searches fails', async () => {
  const { content } = await discoverInRounds([{ relevance: 2, expertise: 4, advice: 'some', foundFrom: 1 }], 2, 5, [2]);
  expect(content?.criteria).toHaveLength(1);
  expect(content?.unanswered).toMatchObject([{ step: 'search' }]);
});
