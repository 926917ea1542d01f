/** What a demand asks for, as far as its words show: to tell which demands say the same. */
import { spelledNumbers } from '../../text/number-words.ts';
import { contentStems, stem, words } from '../../text/words.ts';
import { isTextPart, singular } from './lexicon.ts';
import { isLimit, withPlainLimits } from './limits.ts';
import type { TextKind } from './noun-phrase.ts';
import { negationsIn, restrictionsIn } from './polarity.ts';

export interface Signature {
  readonly stems: ReadonlySet<string>;
  /** The same in their order, each as often as it stands there. */
  readonly order: readonly string[];
  /** In their order: "from one to ten". */
  readonly numbers: string;
  /** "Say who made it", "say when it was made" */
  readonly asks: ReadonlySet<string>;
  /** How many negations. */
  readonly negations: number;
  /** "Unless", "only": a demand without them asks for more. */
  readonly restrictions: string;
  /** What is to be done, unless it is telling. */
  readonly verb: string;
  /** Without the full stop. */
  readonly text: string;
  /** All of its words but those that any demand may have. */
  readonly rest: string;
}

const MIN_LIKENESS = 0.5;
/** With one alone, what is asked for may stand in words that are in every text: "say who made the object". */
const MIN_SHARED_STEMS = 2;
const NUMBER = /^(?:\d.*|dozen|half|once|twice|first|last)$/u;
const ASKS = /^(?:what|who|whom|whose|why|how|when|where)$/u;
/** What criteria begin with. */
const FRAME =
  /^the response(?:['’]s (?=\p{L})| should,? (?:follow the advice |answer the question |cover the point |make the answer to )?)/iu;
/** Any advice may have them. */
const EMPTY = new Set(
  words('a an the any your do don’t not no none nothing neither never avoid without also always sure out'),
);
/** Verbs of telling or avoiding: empty as what is asked to be done, but "end with a question" has a noun. */
const TELLS = new Set(
  words(
    `use keep give say make get leave answer include ensure cover point write state provide add discuss describe explain show tell mention name list outline identify capture
    document summarise summarize specify detail clarify present highlight indicate skip omit`,
  ).map(stem),
);
const BEFORE_VERB = /^(?:should|must|to|not|never|don't|do|also|always|please|can|will|avoid|without|sure)$/u;
/** Function words that make a difference. */
const TELLING =
  /^(?:many|much|more|most|less|least|few|fewer|only|before|after|above|below|up|down|over|under|on|off|all|some|both|either|own|others?|from|non-.+)$/u;
/** "In the summary, name the month." */
const LEAD = /^((?:in|at|on|for|with|to|under|near) [^,]+), (.+)$/iu;
/** "The opening sentence" is the first one. */
const AT_AN_END = /\b(?:(opening)|closing|final|concluding) (?=(\w+))/giu;
/** Before a name of the text: "in the wall label". */
const LINK = /^(?:the|an?|your|each|every|any|this|in|of|on|for|to|with|at)$/u;

/** @param names of the kind of text: every demand on such a text may name it */
export function signatureOf(text: string, names: readonly TextKind[]): Signature {
  const plain = withPlainLimits(
    text
      .replace(FRAME, '')
      .replace(LEAD, '$2 $1')
      .replaceAll(/\bleave out\b/giu, 'omit'),
  ).replace(AT_AN_END, (found, opening: string | undefined, part: string) =>
    !isTextPart(part.toLowerCase()) ? found : opening === undefined ? 'last ' : 'first ',
  );
  const all = withoutNames(words(plain), names);
  const telling = all.filter((word, at) => !EMPTY.has(word) && !(TELLS.has(stem(word)) && isVerbPlace(all[at - 1])));
  const [numbers, others] = [telling.flatMap(numberIn), telling.filter((word) => numberIn(word).length === 0)];
  const order = others.flatMap(stemsOf);
  return {
    stems: new Set(order),
    order,
    numbers: numbers.join(' '),
    asks: new Set(all.filter((word) => ASKS.test(word))),
    verb: telling[0] !== undefined && telling[0] === all.find((word) => !EMPTY.has(word)) ? stem(telling[0]) : '',
    negations: negationsIn(plain),
    restrictions: restrictionsIn(plain),
    text: text.replace(/[.!?:;,]+$/u, ''),
    rest: telling.map(stem).join(' ') || text,
  };
}

const isVerbPlace = (before: string | undefined): boolean => before === undefined || BEFORE_VERB.test(before);

function numberIn(word: string): string[] {
  if (NUMBER.test(word)) return [word];
  return word.includes('-') ? [] : spelledNumbers(word).map(String);
}

const stemsOf = (word: string): string[] => (TELLING.test(word) || isLimit(word) ? [word] : contentStems(word));

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

/** Shared stems as a share of all stems of both; 0 where their negations, restrictions or numbers differ. */
export function likeness(left: Signature, right: Signature): number {
  if (left.negations !== right.negations || left.restrictions !== right.restrictions || left.numbers !== right.numbers)
    return 0;
  if (left.rest === right.rest) return 1;
  const shared = sharedStems(left, right);
  return shared / Math.max(1, left.stems.size + right.stems.size - shared);
}

/**
 * The one only adds to the other: what each says and the other does not makes them two ("in the past tense", "in the present
 * tense"). Few words must be nearly all.
 */
export function areAlike(left: Signature, right: Signature): boolean {
  const like = likeness(left, right);
  if (like > 0 && (left.rest === right.rest || elaborates(left, right) || elaborates(right, left))) return true;
  if (askForOthers(left, right) || left.verb !== right.verb) return false;
  if (like === 1 && left.stems.size === 1 && [...left.stems].some(isLimit)) return true;
  const shared = sharedStems(left, right);
  return (
    shared >= MIN_SHARED_STEMS &&
    like >= MIN_LIKENESS &&
    (like > MIN_LIKENESS || shared > MIN_SHARED_STEMS) &&
    (isWithin(left, right) || isWithin(right, left))
  );
}

/** "Use the language of speech: …" */
function elaborates(long: Signature, short: Signature): boolean {
  return long.text.startsWith(short.text) && /^\s*[,:;(–—]/u.test(long.text.slice(short.text.length));
}

/** In the same order: "the evidence before the conclusion". */
function isWithin(small: Signature, large: Signature): boolean {
  let at = 0;
  for (const word of large.order) if (word === small.order[at]) at += 1;
  return at === small.order.length;
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

/** "Say who", "say when" */
const askForOthers = ({ asks: left }: Signature, { asks: right }: Signature): boolean =>
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
