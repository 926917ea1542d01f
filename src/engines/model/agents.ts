/** Which agent answers for each step of the engine: records, plans and the engine itself go by this one list. */
import { answerQuery } from '../../../agents/answer-query.ts';
import { compareResponses } from '../../../agents/compare-responses.ts';
import { critiqueResponse } from '../../../agents/critique-response.ts';
import { draftCriteria } from '../../../agents/draft-criteria.ts';
import { extractAdvice } from '../../../agents/extract-advice.ts';
import { filterCriteria } from '../../../agents/filter-criteria.ts';
import { findGaps } from '../../../agents/find-gaps.ts';
import { generateChecklist } from '../../../agents/generate-checklist.ts';
import { judgeResponse } from '../../../agents/judge-response.ts';
import { mergeAdvice } from '../../../agents/merge-advice.ts';
import { proposeQueries } from '../../../agents/propose-queries.ts';
import { ratePage } from '../../../agents/rate-page.ts';
import { refineResponse } from '../../../agents/refine-response.ts';
import { respond } from '../../../agents/respond.ts';
import { rewordQuery } from '../../../agents/reword-query.ts';
import { rewriteCriteria } from '../../../agents/rewrite-criteria.ts';
import { rewriteResponse } from '../../../agents/rewrite-response.ts';
import { scoreRelevance } from '../../../agents/score-relevance.ts';
import { scoreResponse } from '../../../agents/score-response.ts';
import type { AgentProvenance } from '../../domain/agent-provenance.ts';
import type { DiscoverySteps, EngineDescription, EngineStep } from '../../domain/engine.ts';
import type { JudgingSteps } from '../../domain/judging-steps.ts';
import { promptOf, type Agent, type Prompts } from '../../llm/define-agent.ts';

export const DISCOVERY_AGENTS = {
  proposeQueries,
  ratePages: ratePage,
  extractAdvice,
  mergeAdvice,
  rewriteCriteria,
  filterCriteria,
  scoreRelevance,
  draftCriteria,
  answerQueries: answerQuery,
  rewordQueries: rewordQuery,
  findGaps,
} satisfies Record<keyof DiscoverySteps, unknown>;

export const JUDGING_AGENTS = {
  judge: judgeResponse,
  prefer: compareResponses,
  score: scoreResponse,
  generateChecklist,
  respond,
  refine: refineResponse,
  critique: critiqueResponse,
  rewrite: rewriteResponse,
} satisfies Record<keyof JudgingSteps, unknown>;

type DeclaredAgent = Pick<Agent<never, unknown>, 'name' | 'step' | 'cost' | 'schema'>;

export const AGENTS: Readonly<Record<EngineStep, DeclaredAgent>> = { ...DISCOVERY_AGENTS, ...JUDGING_AGENTS };

/**
 * @param modelNames by role
 * @throws Error (a bug) where a prompt is missing
 */
export function provenanceOf(
  steps: readonly EngineStep[],
  prompts: Prompts,
  modelNames: Readonly<Record<string, string>>,
): AgentProvenance {
  return Object.fromEntries(
    steps.map((step) => {
      const { id, role, hash } = promptOf(prompts, AGENTS[step].name);
      return [id, { model: modelNames[role] ?? '', promptHash: hash }];
    }),
  );
}

/** What a record of a discovery says of its engine: the models by role, and the prompts of all agents that it may ask. */
export function describeEngine(
  prompts: Prompts,
  modelNames: Readonly<Record<string, string>>,
): EngineDescription {
  const used = Object.values(DISCOVERY_AGENTS).map(({ name }) => promptOf(prompts, name));
  const roles = new Set(used.map(({ role }) => role));
  return {
    name: 'model',
    version: '1',
    models: Object.fromEntries(Object.entries(modelNames).filter(([role]) => roles.has(role))),
    prompts: Object.fromEntries(used.map(({ id, hash }) => [id, hash])),
  };
}
