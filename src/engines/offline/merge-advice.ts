/** Groups points that share most of their words, if their quotes do, too. */
import type { Point } from '../../domain/advice.ts';
import type { MergeGroup, MergeItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { wordCount } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { isUsable } from './rewrite-criteria.ts';
import { areAlike, likeness, type Signature, SignatureIndex, signatureOf } from './signature.ts';
import type { ReaderFor } from './text-kind.ts';

const MIN_QUOTE_LIKENESS = 0.4;
/** Each is compared with all of its group. */
const MAX_GROUP = 200;

interface Signed {
  readonly point: Point;
  readonly text: Signature;
  readonly quotes: readonly Signature[];
}

export const mergeAdvice =
  (readerFor: ReaderFor): Step<MergeItem, readonly MergeGroup[]> =>
  async (_run, task, items) => {
    const reader = await readerFor(task);
    return new Map(items.map((item) => [item.id, done(groupsOf(item, reader))]));
  };

/** Groups of two or more. A point joins a group only if it matches every member. */
function groupsOf({ points, advice }: MergeItem, reader: Reader): MergeGroup[] {
  const signed = points
    .map((point): Signed => ({
      point,
      text: signatureOf(point.text, reader.names),
      quotes: point.adviceIds.flatMap((id) => {
        const quote = advice.get(id)?.quote;
        return quote === undefined ? [] : [signatureOf(quote, reader.names)];
      }),
    }))
    .sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const groups: Signed[][] = [];
  const byWords = new SignatureIndex<Signed[]>();
  for (const candidate of signed) {
    const home = byWords
      .near(candidate.text)
      .find((group) => group.length < MAX_GROUP && group.every((member) => saysTheSame(member, candidate)));
    if (home !== undefined) {
      home.push(candidate);
      continue;
    }
    const group = [candidate];
    groups.push(group);
    byWords.add(group, candidate.text);
  }
  return groups
    .filter((group) => group.length > 1)
    .map((group) => ({ text: shortest(group, reader), pointIds: group.map(({ point }) => point.id) }));
}

function saysTheSame(left: Signed, right: Signed): boolean {
  return (
    areAlike(left.text, right.text) &&
    left.quotes.every((quote) =>
      right.quotes.every((other) => likeness(quote, other) >= MIN_QUOTE_LIKENESS || areAlike(quote, other)),
    )
  );
}

/** Each quote supports the wording that asks for least; one that can become a criterion goes before one that cannot. */
function shortest(group: readonly Signed[], reader: Reader): string {
  const texts = group.map(({ point }) => point.text).toSorted((a, b) => wordCount(a) - wordCount(b));
  return texts.find((text) => isUsable(text, reader)) ?? texts[0] ?? '';
}

/** Sorted, so that groups do not depend on the order of the points. */
const keyOf = ({ point }: Signed): string => `${point.text}\n${point.id}`;
