/** The comparer of agents: the seam of comparing bound to a model. */
import { compareResponses } from '../../../agents/compare-responses.ts';
import { scoreResponse } from '../../../agents/score-response.ts';
import type { Comparer } from '../../domain/comparer.ts';
import { askedAgents } from './asked-agents.ts';
import { sampleTemperature, type ModelJudgeOptions } from './create-model-judge.ts';

/** @throws Error (a bug) where a prompt is missing */
export function createModelComparer({ model, prompts, modelNames }: ModelJudgeOptions): Comparer {
  return {
    description: askedAgents(['compare-responses', 'score-response'], prompts, modelNames),
    prefer: (run, { samples, ...request }) =>
      compareResponses(model, prompts, run, { ...request, temperature: sampleTemperature(samples) }),
    score: (run, { samples, ...request }) =>
      scoreResponse(model, prompts, run, { ...request, temperature: sampleTemperature(samples) }),
  };
}
