/** Judges a response by criteria, one or more per call: analysis, quotes and YES, NO or N/A for each (TICK). */
import { z } from 'zod';
import type { ItemToJudge, JudgedItem } from '../src/domain/judge.ts';
import type { Answer } from '../src/domain/judgement.ts';
import type { ModelClient, ModelOutcome, WordChoice } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fenceResponse } from '../src/llm/agent-kit/fence-response.ts';
import { fenceKnownTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-list.ts';
import { analysisLine, manner } from '../src/llm/agent-kit/manner.ts';
import { shortIds } from '../src/llm/agent-kit/short-ids.ts';
import { readVerdict } from '../src/llm/read-verdict.ts';
import { stripReasoning } from '../src/llm/own-words.ts';

const WORDS = ['YES', 'NO', 'N/A'] as const;
const ANSWERS: Readonly<Record<(typeof WORDS)[number], Answer>> = {
  YES: 'yes',
  NO: 'no',
  'N/A': 'not-applicable',
};

/** Analysis before the answer raises accuracy (TICK): models write in the order of the schema. */
const Verdict = z.strictObject({
  id: z.string(),
  analysis: z.string(),
  quotes: z.array(z.string()),
  answer: z.enum(WORDS),
});
const BareVerdict = Verdict.pick({ id: true, answer: true });

export const JudgeResponseAnswer = z.strictObject({ verdicts: z.array(Verdict) });
const BareAnswer = z.strictObject({ verdicts: z.array(BareVerdict) });

type Row = z.infer<typeof BareVerdict> & Partial<z.infer<typeof Verdict>>;
interface Verdicts {
  readonly verdicts: Row[];
}

export interface JudgeResponseInput {
  readonly task: Task | null;
  readonly response: string;
  readonly items: readonly ItemToJudge[];
  readonly analysis: boolean;
  readonly sampleIndex: number;
  /** Null: the prompt's own. */
  readonly temperature: number | null;
}

/** @returns verdicts by item id; items that the model left out, or named twice, have none */
export async function judgeResponse(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, response, items, analysis, sampleIndex, temperature }: JudgeResponseInput,
): Promise<ModelOutcome<ReadonlyMap<string, JudgedItem>>> {
  const shown = items.map(({ id, question }) => ({ id, text: question }));
  const ids = shortIds(shown, ({ text }) => text);
  const [only, ...others] = ids.shown;
  const schema: z.ZodType<Verdicts> = analysis ? JudgeResponseAnswer : BareAnswer;
  return ask(model, prompts, run, {
    step: 'judging',
    agent: 'judge-response',
    sampleIndex,
    ...(temperature === null ? {} : { temperature }),
    variables: {
      manner: manner(analysis),
      task: fenceKnownTask(task),
      response: fenceResponse(response),
      count: items.length,
      criteria: fencedList('criteria', ids.shown),
    },
    schema,
    choiceWords: WORDS,
    ...(only === undefined || others.length > 0
      ? {}
      : { readProse: (text: string) => proseVerdict(text, only.shortId) }),
    validate: ({ verdicts }) =>
      ids.problems(
        verdicts.map(({ id }) => id),
        'every',
      ),
    read: ({ verdicts }, said) => {
      const chances = said === undefined ? new Map<Row, number>() : yesProbabilities(verdicts, said);
      return new Map(
        [...ids.rowsById(verdicts)].map(([id, row]) => [
          id,
          {
            answer: ANSWERS[row.answer],
            analysis: analysisLine(row.analysis),
            quotes: row.quotes ?? [],
            yesProbability: chances.get(row) ?? null,
          },
        ]),
      );
    },
  });
}

/** Of one criterion alone: which one a verdict in prose is on must be beyond doubt. */
function proseVerdict(text: string, id: string): Verdicts | null {
  const verdict = readVerdict(text, WORDS);
  if (verdict.status === 'unscored') return null;
  return { verdicts: [{ id, analysis: stripReasoning(text), quotes: [], answer: verdict.value }] };
}

const ANSWER_KEY = /"answer"\s*:\s*"/gu;

/** Only where each row is plainly one place of the text: inside a JSON string the key's quotes would be escaped. */
function yesProbabilities(
  rows: readonly Row[],
  { text, choices }: { readonly text: string; readonly choices: readonly WordChoice[] },
): ReadonlyMap<Row, number> {
  const starts = [...text.matchAll(ANSWER_KEY)].map(({ 0: key, index }) => index + key.length);
  if (starts.length !== rows.length) return new Map();
  const byStart = new Map(choices.map(({ start, probabilities }) => [start, probabilities]));
  return new Map(
    rows.flatMap((row, index) => {
      const found = byStart.get(starts[index] ?? -1);
      const [yes = 0, no = 0] = [found?.['YES'], found?.['NO']];
      return yes + no > 0 && row.answer !== 'N/A' ? [[row, yes / (yes + no)] as const] : [];
    }),
  );
}
