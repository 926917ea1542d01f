/** The writer of agents: the seam of responding and refining bound to a model. */
import { critiqueResponse } from '../../../agents/critique-response.ts';
import { refineResponse } from '../../../agents/refine-response.ts';
import { respond } from '../../../agents/respond.ts';
import { rewriteResponse } from '../../../agents/rewrite-response.ts';
import { done, type Outcome } from '../../domain/outcome.ts';
import type { Responder } from '../../domain/responder.ts';
import { askedAgents } from './asked-agents.ts';
import { sampleTemperature, type ModelJudgeOptions } from './create-model-judge.ts';

const AGENTS = ['respond', 'refine-response', 'critique-response', 'rewrite-response'];

/** @throws Error (a bug) where a prompt is missing */
export function createModelResponder({ model, prompts, modelNames }: ModelJudgeOptions): Responder {
  return {
    description: askedAgents(AGENTS, prompts, modelNames),
    respond: async (run, { task, sampleIndex, samples }) =>
      pick(
        await respond(model, prompts, run, { task, sampleIndex, temperature: sampleTemperature(samples) }),
        ({ response }) => response,
      ),
    refine: (run, request) => refineResponse(model, prompts, run, request),
    critique: async (run, request) =>
      pick(await critiqueResponse(model, prompts, run, request), ({ critique }) => critique),
    rewrite: async (run, request) =>
      pick(await rewriteResponse(model, prompts, run, request), ({ response }) => response),
  };
}

function pick<Answer>(outcome: Outcome<Answer>, textOf: (answer: Answer) => string): Outcome<string> {
  return outcome.status === 'done' ? done(textOf(outcome.value)) : outcome;
}
