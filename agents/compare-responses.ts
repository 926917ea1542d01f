/** Picks the better of two responses, or calls them nearly identical (TICK, preference protocol). */
import { z } from 'zod';
import type { GivenPreference } from '../src/domain/comparer.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceResponse } from '../src/llm/agent-kit/fence-response.ts';
import { fenceKnownTask } from '../src/llm/agent-kit/fence-task.ts';
import { analysisLine, manner } from '../src/llm/agent-kit/manner.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

const CHOICES = ['A', 'B', 'NEAR-IDENTICAL'] as const;
const PREFERRED: Readonly<Record<(typeof CHOICES)[number], GivenPreference['preferred']>> = {
  A: 'first',
  B: 'second',
  'NEAR-IDENTICAL': 'tie',
};

export const CompareResponsesAnswer = z.strictObject({ analysis: z.string(), choice: z.enum(CHOICES) });
const BareAnswer = CompareResponsesAnswer.pick({ choice: true });

type Row = z.infer<typeof BareAnswer> & Partial<z.infer<typeof CompareResponsesAnswer>>;

export interface CompareResponsesInput {
  readonly task: Task | null;
  /** In the order in which they are shown. */
  readonly first: string;
  readonly second: string;
  readonly analysis: boolean;
  readonly sampleIndex: number;
  /** Null: the prompt's own. */
  readonly temperature: number | null;
}

export async function compareResponses(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, first, second, analysis, sampleIndex, temperature }: CompareResponsesInput,
): Promise<ModelOutcome<GivenPreference>> {
  const schema: z.ZodType<Row> = analysis ? CompareResponsesAnswer : BareAnswer;
  return ask(model, prompts, run, {
    step: 'comparing',
    agent: 'compare-responses',
    sampleIndex,
    ...(temperature === null ? {} : { temperature }),
    variables: {
      manner: manner(analysis),
      task: fenceKnownTask(task),
      first: fenceResponse(first, 'response A'),
      second: fenceResponse(second, 'response B'),
    },
    schema,
    validate: () => [],
    readProse: choiceInProse,
    read: (row) => ({
      preferred: PREFERRED[row.choice],
      analysis: analysisLine(row.analysis),
    }),
  });
}

function choiceInProse(text: string): Row | null {
  const verdict = readVerdict(text, CHOICES);
  return verdict.status === 'unscored' ? null : { analysis: text, choice: verdict.value };
}
