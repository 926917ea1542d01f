/**
 * A matcher for Vitest: `expect.extend({ toPassChecklist })`, then `await expect(text).toPassChecklist(checklist)`.
 * Its type comes with the import. It works in every runner whose `expect.extend` takes such functions.
 */
import { decideRating, ratingOf } from './judge/pass-rate.ts';
import { wantedText } from './report/verdict.ts';
import { judge, type ConnectionSettings, type GivenChecklist, type JudgeCallOptions } from './index.ts';

export type PassChecklistOptions = ConnectionSettings &
  JudgeCallOptions & {
    /** Lowest pass rate that passes, 0–1; default 1. */
    readonly min?: number;
  };

export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Fails, negated or not, where nothing could be scored or unscored items could decide: no verdict is neither a pass nor a
 * failure.
 * @param received the response, a string
 */
export async function toPassChecklist(
  received: unknown,
  checklist: GivenChecklist,
  { min = 1, ...options }: PassChecklistOptions = {},
): Promise<MatcherResult> {
  if (typeof received !== 'string') throw new TypeError('toPassChecklist takes a response, which is a string.');
  if (!(min >= 0 && min <= 1)) throw new RangeError(`min must be a number from 0 to 1; it is ${min}.`);
  const judged = await judge(received, checklist, options);
  const { passRate, score, verdicts, checklist: judgedBy } = judged;
  const rate = ratingOf(judged);
  const lines = judgedBy.items.flatMap((item, index) => {
    const verdict = verdicts[index]?.verdict;
    if (verdict === undefined || (verdict.status === 'scored' && verdict.answer !== 'no')) return [];
    return [`  ${verdict.status === 'scored' ? 'not met' : 'unscored'}: ${wantedText(item)}\n    ${verdict.reason}`];
  });
  if (rate === null) throw new Error(`${score?.reason ?? 'Nothing could be scored'}:\n${lines.join('\n')}`);
  const { verdict } = decideRating(judged, min);
  if (verdict === 'undecided')
    throw new Error(
      `${passRate.unscored} unscored of ${passRate.yes + passRate.no + passRate.unscored} could decide whether ${min} is reached:\n${lines.join('\n')}`,
    );
  const pass = verdict === 'reached';
  return {
    pass,
    message: () =>
      `The ${score === undefined ? 'pass rate' : `score “${score.by}”`} is ${rate} (${passRate.yes} met, ${passRate.no} not met, ${passRate.unscored} unscored); ${pass ? 'below' : 'at least'} ${min} was expected.\n${lines.join('\n')}`,
  };
}

declare module 'vitest' {
  interface Matchers<T> {
    toPassChecklist(this: Matchers<T>, checklist: GivenChecklist, options?: PassChecklistOptions): Promise<void>;
  }
}
