/** How much two demands share, by the stems of their words. */
import { contentStems, words } from '../../text/words.ts';

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

/** The share of the first's stems that the second has. */
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
