/** What a demand asks for, as far as its words show: to tell which demands say the same. */
import { contentStems, stem, words } from '../../text/words.ts';
import { singular } from './lexicon.ts';
import type { TextKind } from './noun-phrase.ts';

export interface Signature {
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** "Say who made it", "say when it was made" */
  readonly asks: ReadonlySet<string>;
  readonly negative: boolean;
  /** Without the full stop. */
  readonly text: string;
  /** All of its words but those that any demand may have. */
  readonly rest: string;
}

const MIN_LIKENESS = 0.5;
/** "Give no hiding place away in the text" shares two of three words with "show no photograph of the hiding place". */
const MIN_CONTAINED = 0.67;
/** With one alone, what is asked for may stand in words that are in every text: "say who made the object". */
const MIN_SHARED_STEMS = 2;
const NUMBER = /^(?:\d.*|one|two|three|four|five|six|seven|eight|nine|ten|dozen|half|once|twice|first|last)$/u;
const NEGATION = /\b(?:not|never|no|avoid|don['’]t|without|skip|omit|leave out|rather than)\b/iu;
const ASKS = /^(?:what|who|whom|whose|why|how|when|where)$/u;
/** Frames of criteria, articles, and verbs of telling or avoiding: any advice may have them. */
const EMPTY = new Set(
  words(
    `response response’s should follow the advice answer question avoid include make sure ensure cover point write state give provide add also
    always never keep discuss describe explain show say tell mention name list outline identify capture document summary summarise summarize
    specify detail clarify present highlight indicate a an any your do don't not no use without`,
  ).map(stem),
);
/** Before a name of the text: "in the wall label". */
const LINK = /^(?:the|an?|your|each|every|any|this|in|of|on|for|to|with|at)$/u;

/** @param names of the kind of text: every demand on such a text may name it */
export function signatureOf(text: string, names: readonly TextKind[]): Signature {
  const all = withoutNames(words(text), names);
  return {
    stems: new Set(contentStems(all.join(' ')).filter((word) => !EMPTY.has(word) && !NUMBER.test(word))),
    numbers: new Set(all.filter((word) => NUMBER.test(word))),
    asks: new Set(all.filter((word) => ASKS.test(word))),
    negative: NEGATION.test(text),
    text: text.replace(/[.!?:;,]+$/u, ''),
    rest: [...new Set(all.map(stem).filter((word) => !EMPTY.has(word)))].sort().join(' ') || text,
  };
}

function withoutNames(all: readonly string[], names: readonly TextKind[]): readonly string[] {
  let isInName = false;
  return all
    .toReversed()
    .filter((word) => {
      const noun = singular(word);
      const isName = names.some((kind) => kind.noun === noun || kind.synonyms.includes(noun));
      const isBefore = () => LINK.test(word) || names.some(({ modifiers }) => modifiers.includes(stem(word)));
      isInName = isName || (isInName && isBefore());
      return !isInName;
    })
    .reverse();
}

/** Shared stems as a share of all stems of both; 0 where one forbids what the other asks or their numbers differ. */
export function likeness(left: Signature, right: Signature): number {
  if (left.negative !== right.negative || !sameNumbers(left, right)) return 0;
  if (left.rest === right.rest) return 1;
  const shared = sharedStems(left, right);
  return shared / Math.max(1, left.stems.size + right.stems.size - shared);
}

/**
 * The one only adds details to the other, or they share half of their stems (more of few), and one has hardly a stem that
 * the other lacks.
 */
export function areAlike(left: Signature, right: Signature): boolean {
  const like = likeness(left, right);
  if (like > 0 && (left.rest === right.rest || elaborates(left, right) || elaborates(right, left))) return true;
  const shared = sharedStems(left, right);
  return (
    !askForOthers(left, right) &&
    shared >= MIN_SHARED_STEMS &&
    like >= MIN_LIKENESS &&
    (like > MIN_LIKENESS || shared > MIN_SHARED_STEMS) &&
    Math.max(containment(left, right), containment(right, left)) >= MIN_CONTAINED
  );
}

/** "Use the language of speech: …" */
function elaborates(long: Signature, short: Signature): boolean {
  return long.text.startsWith(short.text) && /^\s*[,:;(–—]/u.test(long.text.slice(short.text.length));
}

/** Share of the first one's stems in the second. */
export function containment(small: Signature, large: Signature): number {
  return small.stems.size === 0 ? 0 : sharedStems(small, large) / small.stems.size;
}

function sharedStems(left: Signature, right: Signature): number {
  let shared = 0;
  for (const word of left.stems) if (right.stems.has(word)) shared += 1;
  return shared;
}

const sameNumbers = (left: Signature, right: Signature): boolean =>
  left.numbers.size === right.numbers.size && [...left.numbers].every((number) => right.numbers.has(number));

/** Both name numbers, and none is the same. */
export const haveOtherNumbers = (left: Signature, right: Signature): boolean => areOthers(left.numbers, right.numbers);

/** "Say who", "say when" */
export const askForOthers = (left: Signature, right: Signature): boolean => areOthers(left.asks, right.asks);

const areOthers = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size > 0 && right.size > 0 && ![...left].some((word) => right.has(word));

/** More items than this that have a word tell nothing apart by it. */
const MAX_SHARING = 200;

/** Finds items that share a word with another, in the order in which they were added. Time: linear in the items. */
export class SignatureIndex<Item> {
  readonly #items: Item[] = [];
  readonly #places = new Map<string, number[]>();

  add(item: Item, signature: Signature): void {
    const place = this.#items.push(item) - 1;
    for (const key of keysOf(signature)) {
      const places = this.#places.get(key);
      if (places === undefined) this.#places.set(key, [place]);
      else places.push(place);
    }
  }

  near(signature: Signature): Item[] {
    const found = keysOf(signature)
      .map((key) => this.#places.get(key) ?? [])
      .filter((places) => places.length <= MAX_SHARING);
    return [...new Set(found.flat())].sort((a, b) => a - b).map((place) => this.#items[place] as Item);
  }
}

const keysOf = ({ stems, rest }: Signature): string[] => [...stems, ` ${rest}`];
