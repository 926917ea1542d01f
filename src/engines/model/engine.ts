/** The engine of agents: which agent answers for each step of a discovery, and how items are dealt to calls. */
import { answerQuery } from '../../../agents/answer-query.ts';
import { checkSupport } from '../../../agents/check-support.ts';
import { draftCriteria } from '../../../agents/draft-criteria.ts';
import { ADVICE_PASSAGE_TOKENS, extractAdvice } from '../../../agents/extract-advice.ts';
import { findGaps } from '../../../agents/find-gaps.ts';
import { fitCriteria } from '../../../agents/fit-criteria.ts';
import { mergeAdvice } from '../../../agents/merge-advice.ts';
import { nameKinds } from '../../../agents/name-kinds.ts';
import { proposeQueries } from '../../../agents/propose-queries.ts';
import { RATING_PASSAGE_TOKENS, ratePage } from '../../../agents/rate-page.ts';
import { reviewCriteria } from '../../../agents/review-criteria.ts';
import { rewordQuery } from '../../../agents/reword-query.ts';
import { rewriteCriteria } from '../../../agents/rewrite-criteria.ts';
import { scoreRelevance, type ScoreRelevanceInput } from '../../../agents/score-relevance.ts';
import { uniteKinds } from '../../../agents/unite-kinds.ts';
import { MAX_ADVICE_PER_ANSWER } from '../../domain/advice.ts';
import type { DiscoverySteps, DraftCriterion, Engine, EngineDescription, Step } from '../../domain/engine.ts';
import type { Task } from '../../domain/task.ts';
import { promptOf, type Agent, type AgentModel } from '../../llm/define-agent.ts';
import { byId, eachAlone, inBatches, inBatchesWithRetry } from '../../llm/in-batches.ts';
import { pageAligner } from '../../pages/align-quote.ts';
import { allQueries, anchorsOf, themeOf } from './batch-context.ts';
import { adviceLimit, scoredSentences, selectPassages, viewPage } from './select-passages.ts';

const AGENTS = {
  proposeQueries,
  ratePages: ratePage,
  extractAdvice,
  mergeAdvice,
  rewriteCriteria,
  checkSupport,
  filterCriteria: reviewCriteria,
  scoreRelevance,
  draftCriteria,
  answerQueries: answerQuery,
  rewordQueries: rewordQuery,
  findGaps,
  fitCriteria,
} satisfies Record<keyof DiscoverySteps, unknown>;

const textsOf = (queries: readonly { readonly text: string }[]) => queries.map(({ text }) => text);

export interface ModelEngineOptions {
  /** In place of what the agents declare. */
  readonly itemsPerCall?: number;
}

/** @throws Error (a bug) where a prompt is missing */
export function createModelEngine(
  through: AgentModel,
  { itemsPerCall }: ModelEngineOptions = {},
): Engine & DiscoverySteps {
  const sizeFor = (agent: Pick<Agent<never, unknown>, 'itemsPerCall'>) =>
    itemsPerCall ?? agent.itemsPerCall ?? Infinity;
  const oneByOne =
    <Item extends { readonly id: string }, Value>(
      agent: Agent<NoInfer<Item> & { readonly task: Task }, Value>,
    ): Step<Item, Value> =>
    async (run, task, items) =>
      eachAlone(items, (item) => agent.ask(through, run, { task, ...item }));
  return {
    description: describeEngine(through),
    proposeQueries: oneByOne(AGENTS.proposeQueries),
    mergeAdvice: oneByOne(AGENTS.mergeAdvice),
    draftCriteria: oneByOne(AGENTS.draftCriteria),
    rewordQueries: oneByOne(AGENTS.rewordQueries),
    findGaps: oneByOne(AGENTS.findGaps),

    prepareRating: (page) => void scoredSentences(page),

    ratePages: async (run, task, items) => {
      // The queries of all pages, so that what a page is shown beside does not depend on its batch.
      const queries = allQueries(items);
      const rate = (batch: typeof items) => {
        const pages = batch.map((item) => ({
          id: item.id,
          ...viewPage(item.page, item.url, selectPassages(item.page, textsOf(item.queries), RATING_PASSAGE_TOKENS)),
        }));
        return AGENTS.ratePages.ask(through, run, { task, queries, pages });
      };
      return inBatchesWithRetry(items, sizeFor(AGENTS.ratePages), rate, { retryRefusedBatch: true });
    },

    extractAdvice: async (run, task, items) =>
      eachAlone(items, async ({ page, queries }) => {
        const align = pageAligner(page);
        const shown = selectPassages(page, textsOf(queries), ADVICE_PASSAGE_TOKENS);
        const view = viewPage(page, null, shown);
        const claims = await AGENTS.extractAdvice.ask(through, run, {
          task,
          queries,
          page: view,
          maxAdvice: adviceLimit(view),
          isOnPage: (quote) => align(quote) !== null,
        });
        if (claims.status !== 'done') return claims;
        return { ...claims, value: claims.value.map((claim) => ({ ...claim, shown })) };
      }),

    answerQueries: async (run, task, items) =>
      eachAlone(items, ({ query }) =>
        AGENTS.answerQueries.ask(through, run, { task, query, maxAdvice: MAX_ADVICE_PER_ANSWER }),
      ),

    rewriteCriteria: async (run, task, items) =>
      inBatchesWithRetry(items, sizeFor(AGENTS.rewriteCriteria), (batch) =>
        AGENTS.rewriteCriteria.ask(through, run, { task, themes: batch.map(themeOf) }),
      ),

    checkSupport: async (run, task, items) =>
      inBatchesWithRetry(items, sizeFor(AGENTS.checkSupport), (criteria) =>
        AGENTS.checkSupport.ask(through, run, { task, criteria }),
      ),

    // What applies to a task depends on no other criterion, and the whole list takes little room without its quotes.
    fitCriteria: async (run, task, items) =>
      inBatches(items, Math.max(1, items.length), (criteria) =>
        AGENTS.fitCriteria.ask(through, run, { task, criteria }),
      ),

    kindNaming: {
      name: async (run, tasks, known) =>
        inBatchesWithRetry(tasks, sizeFor(nameKinds), (batch) => nameKinds.ask(through, run, { tasks: batch, known })),
      unite: (run, kinds) => uniteKinds.ask(through, run, { kinds }),
    },

    // Whatever its length: what repeats or contradicts may stand anywhere in the list.
    filterCriteria: async (run, task, items) =>
      inBatches(items, Math.max(1, items.length), (criteria) =>
        AGENTS.filterCriteria.ask(through, run, { task, criteria }),
      ),

    scoreRelevance: async (run, task, items) => {
      const size = sizeFor(AGENTS.scoreRelevance);
      const ask = (criteria: readonly DraftCriterion[], anchors: ScoreRelevanceInput['anchors']) =>
        AGENTS.scoreRelevance.ask(through, run, { task, criteria, anchors });
      const sorted = [...items].sort(byId);
      const first = sorted.slice(0, Math.ceil(sorted.length / Math.ceil(sorted.length / size)));
      const scored = await inBatchesWithRetry(first, size, (batch) => ask(batch, []));
      const anchors = anchorsOf(first, scored);
      const others = await inBatchesWithRetry(sorted.slice(first.length), size, (batch) => ask(batch, anchors));
      return new Map([...scored, ...others]);
    },
  };
}

/** What a record of a discovery says of its engine: the models by role, and the prompts of all agents that it may ask. */
function describeEngine({ prompts, modelNames, sampling = {} }: AgentModel): EngineDescription {
  const used = [...Object.values(AGENTS), nameKinds, uniteKinds].map(({ name }) => promptOf(prompts, name));
  const roles = new Set(used.map(({ role }) => role));
  const drawn = Object.entries(sampling).filter(([role]) => roles.has(role));
  return {
    name: 'model',
    version: '1',
    models: Object.fromEntries(Object.entries(modelNames).filter(([role]) => roles.has(role))),
    prompts: Object.fromEntries(used.map(({ id, hash }) => [id, hash])),
    ...(drawn.length === 0 ? {} : { sampling: Object.fromEntries(drawn) }),
  };
}
