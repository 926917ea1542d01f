/** Picks the better of two responses, or calls them nearly identical (TICK, preference protocol). */
import { z } from 'zod';
import type { GivenPreference } from '../src/domain/judging-steps.ts';
import type { Task } from '../src/domain/task.ts';
import { answerForm, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

const CHOICES = ['A', 'B', 'NEAR-IDENTICAL'] as const;
const PREFERRED: Readonly<Record<(typeof CHOICES)[number], GivenPreference['preferred']>> = {
  A: 'first',
  B: 'second',
  'NEAR-IDENTICAL': 'tie',
};

const Choice = z.strictObject({ analysis: z.string(), choice: z.enum(CHOICES) });
type Row = Pick<z.infer<typeof Choice>, 'choice'> & Partial<z.infer<typeof Choice>>;
const Analysed: z.ZodType<Row> = Choice;
const Bare: z.ZodType<Row> = Choice.pick({ choice: true });

export interface CompareResponsesInput {
  readonly task: Task | null;
  /** In the order in which they are shown. */
  readonly first: string;
  readonly second: string;
  readonly analysis: boolean;
}

export const compareResponses = defineAgent({
  name: 'compare-responses',
  step: 'comparing',
  // Up to five sentences and a word.
  cost: { itemsPerCall: 1, answeredPerItem: 200, answeredPerItemBare: 15 },
  schema: Analysed,
  schemaFor: ({ analysis }) => (analysis ? Analysed : Bare),
  variables: ({ task, first, second, analysis }: CompareResponsesInput) => ({
    manner: answerForm(analysis),
    task: fenceTask(task),
    first: fenceResponse(first, 'response A'),
    second: fenceResponse(second, 'response B'),
  }),
  readProse: (text) => {
    const verdict = readVerdict(text, CHOICES);
    return verdict.status === 'unscored' ? null : { analysis: text, choice: verdict.value };
  },
  read: ({ choice, analysis }): GivenPreference => ({
    preferred: PREFERRED[choice],
    analysis: analysisLine(analysis),
  }),
});
