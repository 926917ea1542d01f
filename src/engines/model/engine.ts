/** The engine of agents: which agent answers for each step (records and plans go by this list), and how items are dealt to calls. */
import { answerQuery } from '../../../agents/answer-query.ts';
import { checkCoverage } from '../../../agents/check-coverage.ts';
import { checkSupport } from '../../../agents/check-support.ts';
import { compareResponses } from '../../../agents/compare-responses.ts';
import { contrastResponses } from '../../../agents/contrast-responses.ts';
import { concretizeDimensions } from '../../../agents/concretize-dimensions.ts';
import { critiqueResponse } from '../../../agents/critique-response.ts';
import { draftCriteria } from '../../../agents/draft-criteria.ts';
import { ADVICE_PASSAGE_TOKENS, extractAdvice } from '../../../agents/extract-advice.ts';
import { findGaps } from '../../../agents/find-gaps.ts';
import { generalizeObservations } from '../../../agents/generalize-observations.ts';
import { generateChecklist } from '../../../agents/generate-checklist.ts';
import { judgeResponse } from '../../../agents/judge-response.ts';
import { mergeAdvice } from '../../../agents/merge-advice.ts';
import { planEvaluation } from '../../../agents/plan-evaluation.ts';
import { proposeDimensions } from '../../../agents/propose-dimensions.ts';
import { proposeMetrics } from '../../../agents/propose-metrics.ts';
import { proposeQueries } from '../../../agents/propose-queries.ts';
import { RATING_PASSAGE_TOKENS, ratePage } from '../../../agents/rate-page.ts';
import { refineChecklist } from '../../../agents/refine-checklist.ts';
import { refineResponse } from '../../../agents/refine-response.ts';
import { respond } from '../../../agents/respond.ts';
import { reviewChecklist } from '../../../agents/review-checklist.ts';
import { reviewCriteria } from '../../../agents/review-criteria.ts';
import { rewordQuery } from '../../../agents/reword-query.ts';
import { rewriteCriteria } from '../../../agents/rewrite-criteria.ts';
import { rewriteResponse } from '../../../agents/rewrite-response.ts';
import { scoreDimensions } from '../../../agents/score-dimensions.ts';
import { scoreRelevance, type ScoreRelevanceInput } from '../../../agents/score-relevance.ts';
import { scoreResponse } from '../../../agents/score-response.ts';
import { searchWeb, type SearchWebInput } from '../../../agents/search-web.ts';
import { writeReference } from '../../../agents/write-reference.ts';
import { writeWeakly } from '../../../agents/write-weakly.ts';
import { MAX_ADVICE_PER_PAGE } from '../../domain/advice.ts';
import {
  ALL_CAPABILITIES,
  JUDGE_STEPS,
  type DiscoverySteps,
  type DraftCriterion,
  type Engine,
  type EngineDescription,
  type Step,
} from '../../domain/engine.ts';
import type { JudgingSteps } from '../../domain/judging-steps.ts';
import { unscored } from '../../domain/outcome.ts';
import type { PlannedStep } from '../../domain/plan.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { Task } from '../../domain/task.ts';
import {
  promptOf,
  type Agent,
  type AgentModel,
  type CallCost,
  type Prompts,
  type Sample,
} from '../../llm/define-agent.ts';
import { quoteAligner } from '../../pages/align-quote.ts';
import { askedAs, writtenBy } from './asked-as.ts';
import { allQueries, anchorsOf, themeOf } from './batch-context.ts';
import { byId, eachAlone, inBatches, inBatchesThenAlone, inBatchesThenMissing } from './in-batches.ts';
import { viewPage } from './select-passages.ts';

const DISCOVERY_AGENTS = {
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
} satisfies Record<keyof DiscoverySteps, unknown>;

const JUDGING_AGENTS = {
  judge: judgeResponse,
  prefer: compareResponses,
  score: scoreResponse,
  scoreDimensions,
  concretize: concretizeDimensions,
  proposeMetrics,
  proposeDimensions,
  planEvaluation,
  writeReference,
  writeWeakly,
  generateChecklist,
  refineChecklist,
  contrastResponses,
  generalizeObservations,
  reviewChecklist,
  respond,
  refine: refineResponse,
  critique: critiqueResponse,
  rewrite: rewriteResponse,
  cover: checkCoverage,
} satisfies Record<keyof JudgingSteps, unknown>;

type DeclaredAgent = Pick<Agent<never, unknown>, 'name' | 'step' | 'cost' | 'schema'>;

export const AGENTS: Readonly<Record<PlannedStep, DeclaredAgent>> = {
  ...DISCOVERY_AGENTS,
  ...JUDGING_AGENTS,
  searchWeb,
};

/** No step of an engine: a search that asks a model. */
export const webSearchBy = (through: AgentModel) => (run: RunContext, input: SearchWebInput) =>
  searchWeb.ask(through, run, input);
export type SearchWeb = ReturnType<typeof webSearchBy>;

export interface ModelEngineOptions extends AgentModel {
  /** The model of each role, for records; roles of other agents are left out of them. */
  readonly modelNames: Readonly<Record<string, string>>;
  /** In place of what the agents declare. */
  readonly itemsPerCall?: number;
}

/** @throws Error (a bug) where a prompt is missing */
export function createModelEngine({ modelNames, itemsPerCall, ...through }: ModelEngineOptions): Engine {
  const { prompts } = through;
  const sizeFor = ({ cost }: { readonly cost: CallCost }) => itemsPerCall ?? cost.itemsPerCall ?? Infinity;
  const provenance =
    (judge: string | null): Engine['provenance'] =>
    (...steps) =>
      Object.fromEntries(
        steps.map((step) => {
          const { id, role, hash } = promptOf(prompts, AGENTS[step].name);
          const model = (isJudgeStep(step) ? judge : null) ?? modelNames[role] ?? '';
          return [id, { model, promptHash: hash }];
        }),
      );
  return {
    description: describeEngine(prompts, modelNames),
    capabilities: ALL_CAPABILITIES,
    provenance: provenance(null),
    judgingAgents: provenance(null)(...namesOf(JUDGING_AGENTS)),
    judgedBy: (judge) => {
      const { judge: judgeItems, prefer, score, scoreDimensions } = judgingSteps(askedAs(through, judge));
      return { judge: judgeItems, prefer, score, scoreDimensions, provenance: provenance(judge) };
    },
    ...discoverySteps(through, sizeFor),
    ...judgingSteps(through),
  };
}

const namesOf = <Name extends string>(of: Readonly<Record<Name, unknown>>) => Object.keys(of) as Name[];
const isJudgeStep = (step: string) => JUDGE_STEPS.some((each) => each === step);

/** What a record of a discovery says of its engine: the models by role, and the prompts of all agents that it may ask. */
function describeEngine(prompts: Prompts, modelNames: Readonly<Record<string, string>>): EngineDescription {
  const used = Object.values(DISCOVERY_AGENTS).map(({ name }) => promptOf(prompts, name));
  const roles = new Set(used.map(({ role }) => role));
  return {
    name: 'model',
    version: '1',
    models: Object.fromEntries(Object.entries(modelNames).filter(([role]) => roles.has(role))),
    prompts: Object.fromEntries(used.map(({ id, hash }) => [id, hash])),
  };
}

type SizeFor = (agent: { readonly cost: CallCost }) => number;

function discoverySteps(through: AgentModel, sizeFor: SizeFor): DiscoverySteps {
  const agents = DISCOVERY_AGENTS;
  const oneByOne =
    <Item extends { readonly id: string }, Value>(
      agent: Agent<NoInfer<Item> & { readonly task: Task }, Value>,
    ): Step<Item, Value> =>
    async (run, task, items) =>
      eachAlone(items, (item) => agent.ask(through, run, { task, ...item }));
  return {
    proposeQueries: oneByOne(agents.proposeQueries),
    mergeAdvice: oneByOne(agents.mergeAdvice),
    draftCriteria: oneByOne(agents.draftCriteria),
    rewordQueries: oneByOne(agents.rewordQueries),
    findGaps: oneByOne(agents.findGaps),

    ratePages: async (run, task, items) => {
      // The queries of all pages, so that what a page is shown beside does not depend on its batch.
      const queries = allQueries(items);
      return inBatchesThenMissing(items, sizeFor(agents.ratePages), (batch) => {
        const pages = batch.map(({ id, page, url, queries: asked }) => ({
          id,
          ...viewPage(page, url, asked, RATING_PASSAGE_TOKENS),
        }));
        return agents.ratePages.ask(through, run, { task, queries, pages });
      });
    },

    extractAdvice: async (run, task, items) =>
      eachAlone(items, async ({ page, queries }) => {
        const align = quoteAligner(page.text);
        return agents.extractAdvice.ask(through, run, {
          task,
          queries,
          page: viewPage(page, null, queries, ADVICE_PASSAGE_TOKENS),
          maxAdvice: MAX_ADVICE_PER_PAGE,
          isOnPage: (quote) => align(quote) !== null,
        });
      }),

    answerQueries: async (run, task, items) =>
      eachAlone(items, ({ query }) =>
        agents.answerQueries.ask(through, run, { task, query, maxAdvice: MAX_ADVICE_PER_PAGE }),
      ),

    rewriteCriteria: async (run, task, items) =>
      inBatchesThenMissing(items, sizeFor(agents.rewriteCriteria), (batch) =>
        agents.rewriteCriteria.ask(through, run, { task, themes: batch.map(themeOf) }),
      ),

    checkSupport: async (run, task, items) =>
      inBatchesThenMissing(items, sizeFor(agents.checkSupport), (criteria) =>
        agents.checkSupport.ask(through, run, { task, criteria }),
      ),

    // Whatever its length: what repeats or contradicts may stand anywhere in the list.
    filterCriteria: async (run, task, items) =>
      inBatches(items, Math.max(1, items.length), (criteria) =>
        agents.filterCriteria.ask(through, run, { task, criteria }),
      ),

    scoreRelevance: async (run, task, items) => {
      const size = sizeFor(agents.scoreRelevance);
      const ask = (criteria: readonly DraftCriterion[], anchors: ScoreRelevanceInput['anchors']) =>
        agents.scoreRelevance.ask(through, run, { task, criteria, anchors });
      const sorted = [...items].sort(byId);
      const first = sorted.slice(0, Math.ceil(sorted.length / Math.ceil(sorted.length / size)));
      const scored = await inBatchesThenMissing(first, size, (batch) => ask(batch, []));
      const anchors = anchorsOf(first, scored);
      const others = await inBatchesThenMissing(sorted.slice(first.length), size, (batch) => ask(batch, anchors));
      return new Map([...scored, ...others]);
    },
  };
}

function judgingSteps(through: AgentModel): JudgingSteps {
  const agents = JUDGING_AGENTS;
  const once =
    <Input, Value>(agent: Agent<Input, Value>) =>
    (run: RunContext, request: Input) =>
      agent.ask(through, run, request);
  const sampled =
    <Input, Value>(agent: Agent<Input, Value>) =>
    (run: RunContext, request: Input & Sample) =>
      agent.ask(through, run, request, request);
  return {
    judge: async (run, { items, itemsPerCall, ...request }) => {
      // Batches are dealt by id: numbered as they are asked, the items keep their order.
      const asked = items.map((item, index) => ({ id: `n${index}`, item }));
      const outcomes = await inBatchesThenAlone(asked, itemsPerCall, (batch) => {
        const shown = batch.map(({ id, item }) => ({ id, question: item.question }));
        return agents.judge.ask(through, run, { ...request, items: shown }, request);
      });
      return new Map(asked.map(({ id, item }) => [item.id, outcomes.get(id) ?? unscored('It was not asked.')]));
    },
    prefer: sampled(agents.prefer),
    score: sampled(agents.score),
    scoreDimensions: sampled(agents.scoreDimensions),
    concretize: once(agents.concretize),
    proposeMetrics: once(agents.proposeMetrics),
    proposeDimensions: once(agents.proposeDimensions),
    planEvaluation: once(agents.planEvaluation),
    writeReference: once(agents.writeReference),
    writeWeakly: once(agents.writeWeakly),
    respond: (run, { writer, ...request }) =>
      agents.respond.ask(writtenBy(through, request.task, writer), run, request, request),
    generateChecklist: once(agents.generateChecklist),
    refineChecklist: once(agents.refineChecklist),
    contrastResponses: once(agents.contrastResponses),
    generalizeObservations: async (run, observations) =>
      inBatches(observations, agents.generalizeObservations.cost.itemsPerCall ?? Infinity, (batch) =>
        agents.generalizeObservations.ask(through, run, { observations: batch }),
      ),
    reviewChecklist: once(agents.reviewChecklist),
    refine: once(agents.refine),
    critique: once(agents.critique),
    rewrite: once(agents.rewrite),
    cover: once(agents.cover),
  };
}
