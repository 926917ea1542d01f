/** The engine of agents: each step of the seam bound to its agent and a model. */
import { extractAdvice } from '../../../agents/extract-advice.ts';
import { filterCriteria } from '../../../agents/filter-criteria.ts';
import { mergeAdvice } from '../../../agents/merge-advice.ts';
import { proposeQueries } from '../../../agents/propose-queries.ts';
import { ratePage } from '../../../agents/rate-page.ts';
import { rewriteCriteria } from '../../../agents/rewrite-criteria.ts';
import { scoreRelevance } from '../../../agents/score-relevance.ts';
import type { Engine, ExtractItem, RateItem } from '../../domain/engine.ts';
import type { ModelClient } from '../../domain/model.ts';
import { done, unscored } from '../../domain/outcome.ts';
import type { Rating } from '../../domain/source.ts';
import type { Prompts } from '../../llm/agent-kit/ask.ts';
import { quoteAligner } from '../../pages/align-quote.ts';
import { hopelessBecause } from './hopeless-page.ts';
import { byId, eachAlone, inBatches } from './in-batches.ts';
import { bindModelSteps } from './model-steps.ts';
import { selectPassages } from './select-passages.ts';
import { DEFAULT_SIZES, type EngineSizes } from './sizes.ts';
import { viewPage } from './view-page.ts';

export interface ModelEngineOptions {
  readonly model: ModelClient;
  readonly prompts: Prompts;
  /** The model of each role, for the record; roles of other agents are left out of it. */
  readonly modelNames: Readonly<Record<string, string>>;
  readonly sizes?: Partial<EngineSizes>;
}

/** The agents that the steps of the seam are bound to. */
const AGENTS = [
  'propose-queries',
  'rate-page',
  'extract-advice',
  'merge-advice',
  'rewrite-criteria',
  'filter-criteria',
  'score-relevance',
  'draft-criteria',
  'answer-query',
  'reword-query',
  'find-gaps',
] as const;

/** @throws Error (a bug) where a prompt is missing */
export function createModelEngine(options: ModelEngineOptions): Engine {
  const { model, prompts } = options;
  const sizes = { ...DEFAULT_SIZES, ...options.sizes };

  return {
    description: describe(options),

    proposeQueries: async (run, task, items) =>
      eachAlone(items, async ({ count, language }) => {
        const outcome = await proposeQueries(model, prompts, run, { task, count, language });
        return outcome.status === 'done' && outcome.value.length === 0
          ? { status: 'unscored', failure: 'rejected', reason: 'The model proposed no usable query.' }
          : outcome;
      }),

    ratePages: async (run, task, items) => {
      // The queries of all pages, so that what a page is shown beside does not depend on its batch.
      const queries = allQueries(items);
      const hopeless = new Map(
        items.flatMap((item) => {
          const reason = hopelessBecause(item.page, queries);
          return reason === null ? [] : [[item.id, done(leftOut(reason))] as const];
        }),
      );
      const rated = await inBatches(
        items.filter(({ id }) => !hopeless.has(id)),
        sizes.pagesPerRating,
        (batch) => ratePage(model, prompts, run, { task, queries, pages: batch.map(pageToRate) }),
      );
      return new Map(
        items.map(({ id }) => [id, hopeless.get(id) ?? rated.get(id) ?? unscored('It was not rated.')]),
      );
    },

    extractAdvice: async (run, task, items) =>
      eachAlone(items, async (item) => {
        const align = quoteAligner(item.page.text);
        return extractAdvice(model, prompts, run, {
          task,
          queries: item.queries,
          page: viewPage(item.page, null, passagesOf(item, sizes.adviceTokensPerPage)),
          maxAdvice: sizes.advicePerPage,
          isOnPage: (quote) => align(quote) !== null,
        });
      }),

    mergeAdvice: async (run, task, items) =>
      eachAlone(items, ({ left, right }) => mergeAdvice(model, prompts, run, { task, left, right })),

    rewriteCriteria: async (run, task, items) =>
      inBatches(items, sizes.pointsPerRewrite, (batch) =>
        rewriteCriteria(model, prompts, run, { task, points: batch.map(({ point }) => point) }),
      ),

    filterCriteria: async (run, task, items) => {
      const all = [...items].sort(byId);
      return inBatches(items, sizes.criteriaPerFilter, (batch) => {
        const judged = new Set(batch);
        const others = all.filter((item) => !judged.has(item));
        return filterCriteria(model, prompts, run, { task, criteria: batch, others });
      });
    },

    scoreRelevance: async (run, task, items) =>
      inBatches(items, sizes.criteriaPerRanking, (criteria) =>
        scoreRelevance(model, prompts, run, { task, criteria }),
      ),

    fromModel: bindModelSteps(model, prompts, sizes.advicePerPage),
  };

  function pageToRate(item: RateItem) {
    return { id: item.id, ...viewPage(item.page, item.url, passagesOf(item, sizes.ratingTokensPerPage)) };
  }
}

function describe({ modelNames, prompts }: ModelEngineOptions): Engine['description'] {
  const used = AGENTS.map((agent) => {
    const prompt = prompts.get(agent);
    if (prompt === undefined) throw new Error(`There is no prompt for the agent ${agent}.`);
    return prompt;
  });
  const roles = new Set(used.map(({ role }) => role));
  return {
    name: 'model',
    version: '1',
    models: Object.fromEntries(Object.entries(modelNames).filter(([role]) => roles.has(role))),
    prompts: Object.fromEntries(used.map(({ id, hash }) => [id, hash])),
  };
}

function leftOut(reason: string): Rating {
  return { expertise: 1, relevance: 0, reasons: [`Left out by the lexical prefilter: ${reason}.`] };
}

function passagesOf({ page, queries }: RateItem | ExtractItem, budgetTokens: number) {
  return selectPassages(
    page,
    queries.map(({ text }) => text),
    budgetTokens,
  );
}

function allQueries(items: readonly RateItem[]): string[] {
  const byQueryId = new Map(items.flatMap(({ queries }) => queries.map((query) => [query.id, query])));
  return [...byQueryId.values()].sort(byId).map(({ text }) => text);
}
