/** What only a model can do, bound to its agents. */
import { answerQuery } from '../../../agents/answer-query.ts';
import { draftCriteria } from '../../../agents/draft-criteria.ts';
import { findGaps } from '../../../agents/find-gaps.ts';
import { rewordQuery } from '../../../agents/reword-query.ts';
import type { ModelSteps } from '../../domain/engine.ts';
import type { ModelClient } from '../../domain/model.ts';
import type { Prompts } from '../../llm/agent-kit/ask.ts';
import { eachAlone } from './in-batches.ts';

export function bindModelSteps(model: ModelClient, prompts: Prompts, maxAdvice: number): ModelSteps {
  return {
    draftCriteria: async (run, task, items) =>
      eachAlone(items, ({ wanted }) => draftCriteria(model, prompts, run, { task, wanted })),
    answerQueries: async (run, task, items) =>
      eachAlone(items, ({ query }) => answerQuery(model, prompts, run, { task, query, maxAdvice })),
    rewordQueries: async (run, task, items) =>
      eachAlone(items, (item) => rewordQuery(model, prompts, run, { task, ...item })),
    findGaps: async (run, task, items) =>
      eachAlone(items, (item) => findGaps(model, prompts, run, { task, ...item })),
  };
}
