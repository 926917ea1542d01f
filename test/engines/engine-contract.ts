/**
 * What every engine must do, whatever thinks inside it. Run on each engine with pages of the bundled library.
 * Which items an engine leaves unscored is its affair; what it says of an item must be well-formed and must not
 * depend on the order of the items.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Advice, Point } from '../../src/domain/advice.ts';
import { Query } from '../../src/domain/criteria-set.ts';
import type { DraftCriterion, Engine, ExtractItem, MergeItem, RateItem, RewriteItem } from '../../src/domain/engine.ts';
import { AdviceId, CriterionId, PointId, QueryId, SourceId } from '../../src/domain/ids.ts';
import type { Outcomes } from '../../src/domain/outcome.ts';
import type { Page } from '../../src/domain/page.ts';
import { Rating } from '../../src/domain/source.ts';
import type { Task } from '../../src/domain/task.ts';
import { extractPage } from '../../src/pages/extract-page.ts';
import { testRun } from '../support/run-context.ts';

const task: Task = {
  instruction: 'Help me draft an academic talk on coffee intake vs research productivity',
  context: null,
};
const query = Query.parse({
  id: 'q1',
  text: 'how to write an academic talk',
  teaches: 'the form',
  kind: 'proposed',
  rewords: null,
});
const guides = [
  'academic-talk/conference-talk-in-fifteen-minutes.html',
  'academic-talk/the-departmental-seminar.html',
  'academic-talk/academic-talk-checklist.html',
  'general/cutting-without-loss.html',
  'poem/writing-a-poem-that-holds.html',
];

async function readGuide(path: string): Promise<Page> {
  const bytes = await readFile(join(import.meta.dirname, '../../fixtures/library', path));
  const outcome = await extractPage(
    {
      url: `library:${path}`,
      finalUrl: `library:${path}`,
      via: 'bundled',
      bytes,
      contentType: 'text/html',
      fetchedAt: '',
    },
    { maxDocumentBytes: 1_000_000 },
  );
  if (outcome.status !== 'read') throw new Error(`${path}: ${outcome.reason}`);
  return outcome.page;
}

function asObject<Value>(outcomes: Outcomes<Value>): Record<string, unknown> {
  return Object.fromEntries([...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function doneValues<Value>(outcomes: Outcomes<Value>): [string, Value][] {
  return [...outcomes].flatMap(([id, outcome]) => (outcome.status === 'done' ? [[id, outcome.value]] : []));
}

/** The items of each step, made from what the engine itself said in the step before. */
interface Chain {
  readonly rateItems: RateItem[];
  readonly extractItems: ExtractItem[];
  readonly mergeItems: MergeItem[];
  readonly rewriteItems: RewriteItem[];
  readonly drafts: DraftCriterion[];
}

async function chainOf(engine: Engine): Promise<Chain> {
  const run = testRun();
  const rateItems = await Promise.all(
    guides.map(async (path, index) => ({
      id: SourceId.parse(`s${index + 1}`),
      url: `library:${path}`,
      via: 'bundled' as const,
      page: await readGuide(path),
      queries: [query],
    })),
  );
  const extractItems = rateItems.map((item) => ({
    ...item,
    rating: { expertise: 4, relevance: 2, reasons: ['for the test'] },
  }));
  const advice = new Map<string, Advice>();
  const lists: Point[][] = [];
  for (const [sourceId, claims] of doneValues(await engine.extractAdvice(run, task, extractItems))) {
    const page = extractItems.find((item) => item.id === sourceId)?.page;
    const list = claims.map((claim) => {
      const number = advice.size + 1;
      const start = page?.text.indexOf(claim.quote) ?? -1;
      const piece: Advice = {
        ...claim,
        text: claim.text ?? claim.quote,
        id: AdviceId.parse(`a${number}`),
        sourceId: SourceId.parse(sourceId),
        queryIds: [...claim.queryIds],
        start,
        end: start + claim.quote.length,
        pageNumber: null,
      };
      advice.set(piece.id, piece);
      return { id: PointId.parse(`m${number}`), text: piece.text, adviceIds: [piece.id] };
    });
    lists.push(list);
  }
  const mergeItems = [
    { id: '1.1', points: lists.slice(0, 2).flat(), advice },
    { id: '1.2', points: lists.slice(2, 4).flat(), advice },
  ];
  const rewriteItems = lists.flat().map((point) => ({
    id: point.id,
    point,
    advice: point.adviceIds.flatMap((id) => advice.get(id) ?? []),
    quotes: point.adviceIds.flatMap((id) => {
      const quote = advice.get(id)?.quote;
      return quote === undefined ? [] : [{ id, quote, passage: `«${quote}»` }];
    }),
    modelCriteria: [],
    sourceRelevance: 2,
    sourceExpertise: 4,
  }));
  const drafts = doneValues(await engine.rewriteCriteria(run, task, rewriteItems)).flatMap(([id, value], index) =>
    value.kind !== 'criterion'
      ? []
      : [
          {
            id: CriterionId.parse(`c${index + 1}`),
            text: value.text,
            question: value.question,
            explicit: value.explicit,
            advice: rewriteItems.find((item) => item.id === id)?.advice ?? [],
            support: { sources: 1, sites: 1 },
            sourceRelevance: 2,
            sourceExpertise: 4,
          },
        ],
  );
  return { rateItems, extractItems, mergeItems, rewriteItems, drafts };
}

export function describeEngineContract(name: string, createEngine: () => Engine): void {
  describe(`engine contract: ${name}`, () => {
    let engine: Engine;
    let chain: Chain;
    const run = testRun();
    beforeAll(async () => {
      engine = createEngine();
      chain = await chainOf(engine);
    });

    it('proposes as many queries as asked for, at most, about form and not topic', async () => {
      for (const count of [1, 3]) {
        const [[, queries] = ['', []]] = doneValues(
          await engine.proposeQueries(run, task, [{ id: 'task', count, language: 'eng' }]),
        );
        expect(queries.length).toBeGreaterThanOrEqual(1);
        expect(queries.length).toBeLessThanOrEqual(count);
        for (const proposed of queries) expect(proposed.text).not.toMatch(/coffee|productivity/i);
      }
    });

    it('rates within bounds and with reasons', async () => {
      const ratings = doneValues(await engine.ratePages(run, task, chain.rateItems));
      expect(ratings.length).toBeGreaterThan(0);
      for (const [, rating] of ratings) {
        expect(Rating.safeParse(rating).success).toBe(true);
        expect(rating.reasons.length).toBeGreaterThan(0);
      }
    });

    it('quotes verbatim, and names only queries that it was given', async () => {
      const claims = doneValues(await engine.extractAdvice(run, task, chain.extractItems));
      expect(claims.flatMap(([, list]) => list).length).toBeGreaterThan(10);
      for (const [id, list] of claims) {
        const page = chain.extractItems.find((item) => item.id === id)?.page;
        for (const claim of list) {
          expect(page?.text).toContain(claim.quote);
          expect(claim.queryIds).toEqual([QueryId.parse('q1')]);
        }
      }
    });

    it('merges only points that it was given, each once', async () => {
      for (const [id, groups] of doneValues(await engine.mergeAdvice(run, task, chain.mergeItems))) {
        const item = chain.mergeItems.find((candidate) => candidate.id === id);
        const given = new Set<string>(item?.points.map((point) => point.id));
        const named = groups.flatMap((group) => group.pointIds);
        expect(new Set(named).size).toBe(named.length);
        for (const pointId of named) expect(given).toContain(pointId);
      }
    });

    it('words a criterion and its question, or says why not', async () => {
      const rewrites = doneValues(await engine.rewriteCriteria(run, task, chain.rewriteItems));
      expect(rewrites.length).toBeGreaterThan(0);
      for (const [, rewrite] of rewrites) {
        if (rewrite.kind === 'removed') expect(rewrite.reason).not.toBe('');
        if (rewrite.kind !== 'criterion') continue;
        expect(rewrite.text).toMatch(/^The response\b.*\bshould\b.*[.?!]”?$/s);
        expect(rewrite.question).toMatch(/^[A-Z].*\?$/s);
      }
    });

    it('gives every filter verdict a reason, and conflicts only with what it was shown', async () => {
      const ids = new Set<string>(['instruction', ...chain.drafts.map((draft) => draft.id)]);
      for (const [id, verdict] of doneValues(await engine.filterCriteria(run, task, chain.drafts))) {
        expect(verdict.reason).not.toBe('');
        for (const conflict of verdict.conflicts) {
          expect(ids).toContain(conflict.with);
          expect(conflict.with).not.toBe(id);
        }
      }
    });

    it('scores relevance from 0 to 10', async () => {
      const scores = doneValues(await engine.scoreRelevance(run, task, chain.drafts));
      expect(scores.length).toBeGreaterThan(0);
      for (const [, { score, reason }] of scores) {
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(10);
        expect(reason).not.toBe('');
      }
    });

    it('answers by id: known ids only, and the same whatever the order of the items', async () => {
      const inBothOrders = async <Item extends { readonly id: string }, Value>(
        step: (items: readonly Item[]) => Promise<Outcomes<Value>>,
        items: readonly Item[],
      ): Promise<void> => {
        const forwards = await step(items);
        const backwards = await step([...items].reverse());
        const ids = new Set(items.map((item) => item.id));
        for (const id of forwards.keys()) expect(ids).toContain(id);
        expect(asObject(backwards)).toEqual(asObject(forwards));
      };
      await inBothOrders((items) => engine.ratePages(run, task, items), chain.rateItems);
      await inBothOrders((items) => engine.extractAdvice(run, task, items), chain.extractItems);
      await inBothOrders((items) => engine.mergeAdvice(run, task, items), chain.mergeItems);
      await inBothOrders((items) => engine.rewriteCriteria(run, task, items), chain.rewriteItems);
      await inBothOrders((items) => engine.filterCriteria(run, task, items), chain.drafts);
      await inBothOrders((items) => engine.scoreRelevance(run, task, items), chain.drafts);
    });

    it('answers an empty list with nothing', async () => {
      expect((await engine.ratePages(run, task, [])).size).toBe(0);
      expect((await engine.scoreRelevance(run, task, [])).size).toBe(0);
    });
  });
}
