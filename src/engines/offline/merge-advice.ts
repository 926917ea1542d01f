/** Groups points that share most of their words, if their quotes do, too. */
import type { Point } from '../../domain/advice.ts';
import type { MergeGroup, MergeItem, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { contentStems, wordCount, words } from '../../text/words.ts';
import type { Reader } from './demand-types.ts';
import { isUsable } from './rewrite-criteria.ts';
import type { ReaderFor } from './text-kind.ts';

const MIN_LIKENESS = 0.5;
/** "Give no hiding place away in the text" shares two of three words with "show no photograph of the hiding place". */
const MIN_CONTAINED = 0.67;
const MIN_QUOTE_LIKENESS = 0.4;

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
    .map((group) => ({ text: shortest(group, reader), pointIds: group.map(({ point }) => point.id) }));
}

function saysTheSame(left: Signed, right: Signed): boolean {
  return (
    areAlike(left.text, right.text) &&
    left.quotes.every((quote) => right.quotes.every((other) => likeness(quote, other) >= MIN_QUOTE_LIKENESS))
  );
}

/** Each quote supports the wording that asks for least; one that can become a criterion goes before one that cannot. */
function shortest(group: readonly Signed[], reader: Reader): string {
  const texts = group.map(({ point }) => point.text).toSorted((a, b) => wordCount(a) - wordCount(b));
  return texts.find((text) => isUsable(text, reader)) ?? texts[0] ?? '';
}

/** Sorted, so that groups do not depend on the order of the points. */
const keyOf = ({ point }: Signed): string => `${point.text}\n${point.id}`;

export interface Signature {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negative: boolean;
}

const NUMBER = /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|dozen|half|once|twice|first|last)$/u;
const NEGATION = /\b(?:not|never|no|avoid|don['’]t|without|skip|omit|leave out|rather than)\b/iu;
/** Frames of criteria and verbs of telling: any advice may have them. */
const EMPTY = new Set(
  contentStems(
    `response response’s should follow the advice answer question avoid include make sure ensure cover point write state give provide add also
    always never keep discuss describe explain show say tell mention name list outline identify capture document summary summarise summarize
    specify detail clarify present highlight indicate`,
  ),
);
export function signatureOf(text: string): Signature {
  return {
    stems: new Set(contentStems(text).filter((stem) => !EMPTY.has(stem) && !NUMBER.test(stem))),
    numbers: new Set(words(text).filter((word) => NUMBER.test(word))),
    negative: NEGATION.test(text),
  };
}

/** Shared stems as a share of all stems of both; 0 where one forbids what the other asks or their numbers differ. */
export function likeness(left: Signature, right: Signature): number {
  if (left.negative !== right.negative || !sameNumbers(left, right)) return 0;
  const shared = sharedStems(left, right);
  return shared / Math.max(1, left.stems.size + right.stems.size - shared);
}

/** They share half of their stems, and one has hardly a stem that the other lacks. */
export function areAlike(left: Signature, right: Signature): boolean {
  const contained = Math.max(containment(left, right), containment(right, left));
  return likeness(left, right) >= MIN_LIKENESS && contained >= MIN_CONTAINED;
}

/** Share of the first one's stems in the second. */
export function containment(small: Signature, large: Signature): number {
  return small.stems.size === 0 ? 0 : sharedStems(small, large) / small.stems.size;
}

function sharedStems(left: Signature, right: Signature): number {
  return [...left.stems].filter((stem) => right.stems.has(stem)).length;
}

function sameNumbers(left: Signature, right: Signature): boolean {
  return left.numbers.size === right.numbers.size && [...left.numbers].every((number) => right.numbers.has(number));
}

/** Both name numbers, and none is the same. */
export function haveOtherNumbers(left: Signature, right: Signature): boolean {
  return (
    left.numbers.size > 0 && right.numbers.size > 0 && ![...left.numbers].some((number) => right.numbers.has(number))
  );
}
