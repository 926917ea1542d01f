/** The judge of agents: the seam of judging bound to a model, with its batches. */
import { generateChecklist } from '../../../agents/generate-checklist.ts';
import { judgeResponse } from '../../../agents/judge-response.ts';
import type { Judge } from '../../domain/judge.ts';
import type { ModelClient } from '../../domain/model.ts';
import type { Prompts } from '../../llm/agent-kit/ask.ts';
import { inBatches } from './in-batches.ts';
import { ITEMS_PER_JUDGING } from './sizes.ts';

export interface ModelJudgeOptions {
  readonly model: ModelClient;
  readonly prompts: Prompts;
  /** The model of each role, for the record. */
  readonly modelNames: Readonly<Record<string, string>>;
}

/** The model's own distribution: samples drawn at 0 would all say the same. */
const SAMPLE_TEMPERATURE = 1;

const JUDGE_AGENT = 'judge-response';

/** @throws Error (a bug) where a prompt is missing */
export function createModelJudge({ model, prompts, modelNames }: ModelJudgeOptions): Judge {
  const prompt = prompts.get(JUDGE_AGENT);
  if (prompt === undefined) throw new Error(`There is no prompt for the agent ${JUDGE_AGENT}.`);
  return {
    description: { model: modelNames[prompt.role] ?? '', prompts: { [prompt.id]: prompt.hash } },

    judge: async (run, { items, mode, samples, ...request }) => {
      // Batches are dealt by id: numbered as they are asked, the items keep their order.
      const asked = items.map((item, index) => ({ id: `n${index}`, item }));
      const size = mode === 'item' ? 1 : ITEMS_PER_JUDGING;
      const outcomes = await inBatches(asked, size, (batch) =>
        judgeResponse(model, prompts, run, {
          ...request,
          items: batch.map(({ id, item }) => ({ id, question: item.question })),
          temperature: sampleTemperature(samples),
        }),
      );
      return new Map(
        asked.flatMap(({ id, item }) => {
          const outcome = outcomes.get(id);
          return outcome === undefined ? [] : [[item.id, outcome] as const];
        }),
      );
    },

    generateChecklist: (run, task, examples) => generateChecklist(model, prompts, run, { task, examples }),
  };
}

/** @returns null for a single sample: the prompt's own */
export function sampleTemperature(samples: number): number | null {
  return samples > 1 ? SAMPLE_TEMPERATURE : null;
}
