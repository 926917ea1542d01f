/** Takes from one page what it advises, each piece with the words of the page that say it (EvalAgent, answer). */
import { z } from 'zod';
import type { Query } from '../src/domain/criteria-set.ts';
import type { Task } from '../src/domain/task.ts';
import { fencedList, fencePage, fenceTask, type PageView } from '../src/llm/agent-kit/fenced-input.ts';
import type { ShortIds } from '../src/llm/agent-kit/short-ids.ts';
import { inventedDetail, quoteLength, tidy, wordingProblem } from '../src/llm/agent-kit/wording.ts';
import { defineAgent } from '../src/llm/define-agent.ts';

const AdviceRow = z.strictObject({
  /** The evidence first: the wording follows from it. */
  quote: z.string(),
  advice: z.string(),
  queries: z.array(z.string()),
});
type AdviceRow = z.infer<typeof AdviceRow>;

interface ExtractAdviceInput {
  readonly task: Task;
  readonly queries: readonly Query[];
  readonly page: PageView;
  readonly maxAdvice: number;
  /** True where the quote stands on the page, word for word. */
  readonly isOnPage: (quote: string) => boolean;
}

/**
 * Pages of up to about 1,800 words are shown whole; of longer ones, half or less is advice. On marked sentences
 * scattered over 5,000 tokens of other prose this room holds .90 of them (3,000: .93); see bench/passages.ts.
 */
export const ADVICE_PASSAGE_TOKENS = 2_500;
/** Fewer prove nothing: any page has “the” on it. */
const MIN_QUOTE_LENGTH = 3;
/** Nor does a whole page. */
const MAX_QUOTE_CHARS = 600;

/**
 * Yields claims, none where the page has no advice for these queries. Quotes that no repair brought in line with the page
 * are among them, so that whoever aligns them can record them as not grounded; quotes too short to prove anything are not.
 */
export const extractAdvice = defineAgent({
  name: 'extract-advice',
  step: 'answers',
  schema: z.strictObject({ advice: z.array(AdviceRow) }),
  cites: ({ queries }: ExtractAdviceInput) => queries,
  mayCiteNothing: true,
  variables: ({ task, page, maxAdvice }, { shown }) => ({
    task: fenceTask(task),
    queries: fencedList('queries', shown),
    page: fencePage('page', page),
    count: maxAdvice,
  }),
  // Those beyond the limit are left out: a repair would take the page again.
  validate: ({ advice }, { maxAdvice, isOnPage }, ids) =>
    advice
      .slice(0, maxAdvice)
      .flatMap((row, index) => claimProblems(row, ids, isOnPage).map((problem) => `Piece ${index + 1}: ${problem}.`)),
  mergeRepair: (first, second, { maxAdvice, isOnPage }, ids) => {
    const again = new Set(second.advice.map(({ quote }) => quote));
    const sound = first.advice
      .slice(0, maxAdvice)
      .filter((row) => !again.has(row.quote) && claimProblems(row, ids, isOnPage).length === 0);
    return { advice: [...sound, ...second.advice] };
  },
  read: ({ advice }, { page, maxAdvice }, ids) =>
    advice
      .slice(0, maxAdvice)
      .filter(({ quote }) => quoteLength(quote) >= MIN_QUOTE_LENGTH && quote.length <= MAX_QUOTE_CHARS)
      .map(({ quote, advice: text, queries: cited }) => ({
        // Nothing is asked again for a wording: the page's own words stand for it.
        text: adviceProblem(text, page) === null ? tidy(text) : null,
        quote,
        queryIds: [...new Set(cited.flatMap((id) => ids.itemOf(id)?.id ?? []))],
      })),
  // Sentences of the page: quotes that nothing has would be dropped.
  plannedAnswer: ({ page, maxAdvice }, { shown }) => ({
    advice: page.passages
      .flatMap((passage) => passage.split(/(?<=\.)\s+/u))
      .filter((sentence) => quoteLength(sentence) >= MIN_QUOTE_LENGTH)
      .slice(0, maxAdvice)
      .map((quote) => ({ quote, advice: quote, queries: shown.map(({ shortId }) => shortId).slice(0, 2) })),
  }),
});

function claimProblems(
  { quote, queries }: AdviceRow,
  ids: ShortIds<Query>,
  isOnPage: (quote: string) => boolean,
): string[] {
  const invented = queries.some((id) => ids.itemOf(id) === undefined);
  return [
    ...(quoteLength(quote) < MIN_QUOTE_LENGTH
      ? ['its quote is too short to show anything']
      : quote.length > MAX_QUOTE_CHARS
        ? [`its quote is longer than ${MAX_QUOTE_CHARS} characters: give the sentence that says it`]
        : isOnPage(quote)
          ? []
          : [`its quote is not on the page word for word: ${JSON.stringify(quote.slice(0, 120))}`]),
    ...(invented || queries.length === 0 ? ['it must name one or more of the ids of the queries, and no other'] : []),
  ];
}

/** Figures and wordings may stand anywhere on the page: a heading often says what its list is about. */
function adviceProblem(advice: string, { title, passages }: PageView): string | null {
  return wordingProblem(advice) ?? inventedDetail(advice, [title ?? '', ...passages]);
}
