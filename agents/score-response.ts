/** Scores a response as a whole from 1 to 5, with a checklist as a guide or without (TICK, check-then-score and direct). */
import { z } from 'zod';
import type { Task } from '../src/domain/task.ts';
import { answerForm, fencedLines, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { analysisLine } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { trusted } from '../src/llm/fence.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

const SCORES = [1, 2, 3, 4, 5] as const;

const Score = z.strictObject({
  analysis: z.string(),
  // Enumerated, because servers with strict schemas keep lists of values but not bounds.
  score: z.literal(SCORES).meta({ type: 'integer' }),
});
type Row = Pick<z.infer<typeof Score>, 'score'> & Partial<z.infer<typeof Score>>;
const Analysed: z.ZodType<Row> = Score;
const Bare: z.ZodType<Row> = Score.pick({ score: true });

export interface ScoreResponseInput {
  readonly task: Task | null;
  readonly response: string;
  /** The questions of a checklist; null: none is shown. */
  readonly guide: readonly string[] | null;
  readonly analysis: boolean;
}

export const scoreResponse = defineAgent({
  name: 'score-response',
  step: 'comparing',
  // Up to five sentences and a figure.
  cost: { itemsPerCall: 1, answeredPerItem: 200, answeredPerItemBare: 15 },
  schema: Analysed,
  schemaFor: ({ analysis }) => (analysis ? Analysed : Bare),
  variables: ({ task, response, guide, analysis }: ScoreResponseInput) => ({
    manner: answerForm(analysis),
    guide: guide === null ? trusted('No checklist is given.') : fencedLines('checklist', guide),
    task: fenceTask(task),
    response: fenceResponse(response),
  }),
  readProse: (text) => {
    const verdict = readVerdict(text, SCORES.map(String));
    const score = SCORES.find((each) => verdict.status === 'done' && verdict.value === String(each));
    return score === undefined ? null : { analysis: text, score };
  },
  read: ({ score, analysis }) => ({ score, analysis: analysisLine(analysis) }),
});
