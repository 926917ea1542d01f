/** Scores a response as a whole from 1 to 5, with a checklist as a guide or without (TICK, check-then-score and direct). */
import { z } from 'zod';
import type { GivenScore } from '../src/domain/comparer.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceResponse } from '../src/llm/agent-kit/fence-response.ts';
import { fenceKnownTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedLines } from '../src/llm/agent-kit/fenced-list.ts';
import { analysisLine, manner } from '../src/llm/agent-kit/manner.ts';
import { trusted } from '../src/llm/fence.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';

const SCORES = [1, 2, 3, 4, 5] as const;

export const ScoreResponseAnswer = z.strictObject({
  analysis: z.string(),
  // Enumerated, because servers with strict schemas keep lists of values but not bounds.
  score: z.literal(SCORES).meta({ type: 'integer' }),
});
const BareAnswer = ScoreResponseAnswer.pick({ score: true });

type Row = z.infer<typeof BareAnswer> & Partial<z.infer<typeof ScoreResponseAnswer>>;

export interface ScoreResponseInput {
  readonly task: Task | null;
  readonly response: string;
  /** The questions of a checklist; null: none is shown. */
  readonly guide: readonly string[] | null;
  readonly analysis: boolean;
  readonly sampleIndex: number;
  /** Null: the prompt's own. */
  readonly temperature: number | null;
}

export async function scoreResponse(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, response, guide, analysis, sampleIndex, temperature }: ScoreResponseInput,
): Promise<ModelOutcome<GivenScore>> {
  const schema: z.ZodType<Row> = analysis ? ScoreResponseAnswer : BareAnswer;
  return ask(model, prompts, run, {
    step: 'comparing',
    agent: 'score-response',
    sampleIndex,
    ...(temperature === null ? {} : { temperature }),
    variables: {
      manner: manner(analysis),
      guide: guide === null ? trusted('No checklist is given.') : fencedLines('checklist', guide),
      task: fenceKnownTask(task),
      response: fenceResponse(response),
    },
    schema,
    validate: () => [],
    readProse: scoreInProse,
    read: (row) => ({
      score: row.score,
      analysis: analysisLine(row.analysis),
    }),
  });
}

function scoreInProse(text: string): Row | null {
  const verdict = readVerdict(text, SCORES.map(String));
  const score = SCORES.find((each) => verdict.status === 'done' && verdict.value === String(each));
  return score === undefined ? null : { analysis: text, score };
}
