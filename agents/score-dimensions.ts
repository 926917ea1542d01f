/** Scores a response dimension by dimension from 1 to 10, and then as a whole, in strict bands (CAMIEval, pointwise). */
import { z } from 'zod';
import type { Dimension } from '../src/domain/comparison.ts';
import type { Task } from '../src/domain/task.ts';
import { figureOf } from '../src/llm/agent-kit/answer-words.ts';
import { fencedList, fenceReference, fenceResponse, fenceTask } from '../src/llm/agent-kit/fenced-input.ts';
import { analysisLine, reasonLine } from '../src/llm/agent-kit/wording.ts';
import { plannedText } from '../src/llm/agent-kit/planned-text.ts';
import { defineAgent } from '../src/llm/define-agent.ts';
import { LABEL, ownLines, stripReasoning } from '../src/llm/own-words.ts';

const SCORES = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
const MAX_SCORE = 10;

const Scores = z.strictObject({
  shortcomings: z.string(),
  dimensions: z.array(z.strictObject({ id: z.string(), explanation: z.string(), score: figureOf(SCORES) })),
  // Text, because strict servers know no bounds of a number with decimals; a bare number is read too.
  overall: z.unknown().meta({ type: 'string' }).transform(String),
});

interface ScoreDimensionsInput {
  readonly task: Task | null;
  readonly response: string;
  readonly reference: string | null;
  readonly dimensions: readonly Dimension[];
}

/** An overall score that the judge gives itself, and what it says of each dimension. */
export interface DimensionScore {
  readonly score: number;
  readonly analysis: string;
  /** In the order of the dimensions; empty where the answer gave the overall score alone. */
  readonly dimensions: readonly { readonly score: number; readonly reason: string }[];
}

export const scoreDimensions = defineAgent({
  name: 'score-dimensions',
  step: 'comparing',
  givesVerdicts: true,
  schema: Scores,
  cites: ({ dimensions }: ScoreDimensionsInput) =>
    dimensions.map(({ name, definition }, index) => ({ id: String(index), text: `${name}: ${definition}` })),
  variables: ({ task, response, reference }, { shown }) => ({
    task: fenceTask(task),
    reference: fenceReference(reference),
    dimensions: fencedList('dimensions', shown),
    response: fenceResponse(response),
  }),
  verdict: () => ({ choices: SCORES, of: ({ overall }) => [Number(overall)] }),
  readProse: (text) => {
    const overall = statedScore(text);
    return overall === null ? null : { shortcomings: stripReasoning(text), dimensions: [], overall };
  },
  validate: ({ dimensions, overall }, _input, ids) => [
    ...(scoreOf(overall) === null ? [`overall should be a number from 1 to ${MAX_SCORE}, such as 6.5`] : []),
    ...(dimensions.length === 0 ? [] : ids.problems(dimensions, ids.shown.length)),
  ],
  read: ({ shortcomings, dimensions, overall }, input, ids): DimensionScore => {
    const scored = ids.valuesById(dimensions, ({ explanation, score }) => ({ score, reason: reasonLine(explanation) }));
    const inOrder = input.dimensions.flatMap((_, index) => scored.get(String(index)) ?? []);
    return {
      // NaN is rejected below: a score out of its bounds is none.
      score: scoreOf(overall) ?? NaN,
      analysis: analysisLine(shortcomings),
      dimensions: inOrder.length === input.dimensions.length ? inOrder : [],
    };
  },
  reject: ({ score }) => (Number.isNaN(score) ? `It gives no overall score from 1 to ${MAX_SCORE}.` : null),
  plannedAnswer: (_input, { shown }) => ({
    shortcomings: plannedText(100, 'shortcomings'),
    dimensions: shown.map(({ shortId }) => ({
      id: shortId,
      explanation: plannedText(75, shortId),
      score: 1 as const,
    })),
    overall: '1',
  }),
});

function scoreOf(overall: string): number | null {
  const [, figure] = /^[\s[*]*(\d+(?:\.\d+)?)(?:\s*(?:\/|out of)\s*10(?:\.0+)?)?[\s\]*.]*$/u.exec(overall) ?? [];
  const score = Number(figure);
  return figure !== undefined && score >= 1 && score <= MAX_SCORE ? score : null;
}

const LABELLED = new RegExp(`^(?=.*\\b(?:final|overall|total)\\b)${LABEL}(?: is:?|[:=]) ?`, 'iu');
const BRACKETED = /^\[\[(.+)\]\]\.?$/u;

/** Of the last line or the first, where it is called final, overall or total, or stands in double brackets; null if they differ. */
function statedScore(text: string): string | null {
  const { first = '', last = '' } = ownLines(text) ?? {};
  const stated = [first, last].flatMap((line) => {
    const value = line.replace(LABELLED, '');
    return scoreOf(BRACKETED.exec(value)?.[1] ?? (value === line ? '' : value)) ?? [];
  });
  const [score, other] = new Set(stated);
  return score === undefined || other !== undefined ? null : String(score);
}
