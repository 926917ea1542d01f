/** Groups points that share most of their words, where the quotes behind them do so too. */
import type { Point } from '../../domain/advice.ts';
import type { MergeGroup, MergeItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { wordCount } from '../../text/words.ts';
import { likeness, signatureOf, type Signature } from './same-advice.ts';

const MIN_LIKENESS = 0.5;
const MIN_QUOTE_LIKENESS = 0.4;

interface Signed {
  readonly point: Point;
  readonly text: Signature;
  readonly quotes: readonly Signature[];
}

export const mergeAdvice: Step<MergeItem, readonly MergeGroup[]> = (_run, _task, items) =>
  Promise.resolve(new Map(items.map((item) => [item.id, done(groupsOf(item))])));

/** Groups of two or more; a point joins a group only where it says the same as each of its members. */
function groupsOf({ points, advice }: MergeItem): MergeGroup[] {
  const signed = points
    .map((point): Signed => ({
      point,
      text: signatureOf(point.text),
      quotes: point.adviceIds.flatMap((id) => {
        const quote = advice.get(id)?.quote;
        return quote === undefined ? [] : [signatureOf(quote)];
      }),
    }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const groups: Signed[][] = [];
  for (const candidate of signed) {
    const home = groups.find((group) => group.every((member) => saysTheSame(member, candidate)));
    if (home === undefined) groups.push([candidate]);
    else home.push(candidate);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({ text: shortest(group), pointIds: group.map(({ point }) => point.id) }));
}

function saysTheSame(left: Signed, right: Signed): boolean {
  return (
    likeness(left.text, right.text) >= MIN_LIKENESS &&
    left.quotes.every((own) => right.quotes.every((other) => likeness(own, other) >= MIN_QUOTE_LIKENESS))
  );
}

/** Each quote supports the wording that asks for least. */
function shortest(group: readonly Signed[]): string {
  return group.map(({ point }) => point.text).reduce((best, text) => (wordCount(text) < wordCount(best) ? text : best));
}

/** Groups do not depend on the order in which points come. */
const keyOf = ({ point }: Signed): string => `${point.text}\n${point.id}`;
