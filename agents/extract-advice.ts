/** Takes from one page what it advises, each piece with the words of the page that say it (EvalAgent, answer). */
import { z } from 'zod';
import type { ClaimedAdvice } from '../src/domain/advice.ts';
import type { Query } from '../src/domain/criteria-set.ts';
import type { ModelClient, ModelOutcome } from '../src/domain/model.ts';
import type { RunContext } from '../src/domain/run-context.ts';
import type { Task } from '../src/domain/task.ts';
import { ask, type Prompts } from '../src/llm/agent-kit/ask.ts';
import { fencePage, type PageView } from '../src/llm/agent-kit/fence-page.ts';
import { fenceTask } from '../src/llm/agent-kit/fence-task.ts';
import { fencedList } from '../src/llm/agent-kit/fenced-list.ts';
import { shortIds, type ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { shareContentWord, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';

const AdviceRow = z.strictObject({
  /** The evidence first: the wording follows from it. */
  quote: z.string(),
  advice: z.string(),
  queries: z.array(z.string()),
});
type AdviceRow = z.infer<typeof AdviceRow>;

export const ExtractAdviceAnswer = z.strictObject({ advice: z.array(AdviceRow) });

export interface ExtractAdviceInput {
  readonly task: Task;
  readonly queries: readonly Query[];
  readonly page: PageView;
  /** The most pieces of advice wanted. */
  readonly maxAdvice: number;
  /** True where the quote stands on the page, word for word. */
  readonly isOnPage: (quote: string) => boolean;
}

/** Fewer prove nothing: any page has “the” on it. */
const MIN_QUOTE_WORDS = 3;

/**
 * Quotes that no repair brought in line with the page are still returned as claims, so that whoever aligns them can
 * record them as not grounded. Claims beyond `maxAdvice` and quotes too short to prove anything are not.
 * @returns no claims where the page has no advice for these queries
 */
export async function extractAdvice(
  model: ModelClient,
  prompts: Prompts,
  run: RunContext,
  { task, queries, page, maxAdvice, isOnPage }: ExtractAdviceInput,
): Promise<ModelOutcome<readonly ClaimedAdvice[]>> {
  const ids = shortIds(queries, ({ text, teaches }) => `${text} ${teaches}`);
  return ask(model, prompts, run, {
    step: 'answers',
    agent: 'extract-advice',
    variables: {
      task: fenceTask(task),
      queries: fencedList('queries', ids.shown),
      page: fencePage('page', page),
      count: maxAdvice,
    },
    schema: ExtractAdviceAnswer,
    validate: ({ advice }) => [
      ...(advice.length > maxAdvice
        ? [`At most ${maxAdvice} pieces of advice were asked for, and you gave ${advice.length}.`]
        : []),
      ...advice.flatMap((row, index) =>
        rowProblems(row, ids, isOnPage).map((problem) => `Piece ${index + 1}: ${problem}.`),
      ),
    ],
    read: ({ advice }) =>
      advice
        .slice(0, maxAdvice)
        .filter(({ quote }) => wordsIn(quote) >= MIN_QUOTE_WORDS)
        .map(({ quote, advice: text, queries: cited }) => ({
          // Where its own wording cannot be used, the page's words stand for the advice.
          text: tidy(adviceProblem(text, quote) === null ? text : quote),
          quote,
          queryIds: [...new Set(cited.flatMap((id) => ids.itemOf(id)?.id ?? []))],
        })),
  });
}

function rowProblems(row: AdviceRow, ids: ShortIds<Query>, isOnPage: (quote: string) => boolean): string[] {
  const { quote, advice, queries } = row;
  const wording = adviceProblem(advice, quote);
  const invented = queries.some((id) => ids.itemOf(id) === undefined);
  return [
    ...(wordsIn(quote) < MIN_QUOTE_WORDS
      ? ['its quote is too short to show anything']
      : isOnPage(quote)
        ? []
        : [`its quote is not on the page word for word: ${JSON.stringify(quote.slice(0, 120))}`]),
    ...(wording === null ? [] : [`its advice ${wording}`]),
    ...(invented || queries.length === 0
      ? ['it must name one or more of the ids of the queries, and no other']
      : []),
  ];
}

function adviceProblem(advice: string, quote: string): string | null {
  return (
    wordingProblem(advice) ?? (shareContentWord(advice, quote) ? null : 'says something else than its quote')
  );
}

function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
