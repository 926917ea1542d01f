/** When two pieces of advice say the same: shared notions, the same place in the text, equal sense, equal numbers. */
import { stem, words } from '../../text/words.ts';
import { conceptsOf, isGeneralConcept, weightOf } from './concepts.ts';
import { demandedThing } from './demanded.ts';
import { placesIn } from './place-in-text.ts';

export interface Signature {
  /** The notions it is about; see `conceptsOf`. */
  readonly stems: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  readonly negative: boolean;
  /** See `placesIn`. */
  readonly places: ReadonlySet<string>;
  /** The notions without the circumstances that the demand ends in ("unless …", "so that …"). */
  readonly core: ReadonlySet<string>;
  /** See `demandedThing`. */
  readonly thing: string | undefined;
  /** Lower-cased words in order, function words too. */
  readonly wording: readonly string[];
}

const NUMBER_WORDS = new Map(
  `one 1|two 2|three 3|four 4|five 5|six 6|seven 7|eight 8|nine 9|ten 10|eleven 11|twelve 12|fifteen 15|twenty 20|thirty 30|forty 40
  |fifty 50|sixty 60|hundred 100|half half`
    .split('|')
    .map((pair) => {
      const [word = '', digits = ''] = pair.trim().split(' ');
      return [word, digits] as const;
    }),
);
const NUMBER_STEMS = new Set([...NUMBER_WORDS.keys()].map(stem));
const NEGATION =
  /\b(?:not|never|no|nor|avoid|don['’]t|without|skip|omit|leave (?:[\w-]+ ){0,3}out|cut|drop|resist|refrain|stop|nobody|nothing|contains? no)\b/iu;
/** "In the summary, avoid …": the demand comes after. */
const FRONTED =
  /^(The response should,? )?(?:in|for|at|on|as for|if|when|where|once|after|within)\b[^,;:]*, /iu;
/** What follows a contrast does not turn the demand itself into a ban. */
const CONTRAST =
  /\b(?:not|rather than|instead of|never)\b(?= (?:a|an|the|in|at|with|of|by|what|to|on|from|like|as)\b)/iu;
const LIMITING =
  /\b(?:no|not|never) (?:be )?(?:more|longer|fewer|less|later) than\b|\bno (?=(?:\w+ ){1,6}?(?:is|are|be|runs?|lasts?) (?:more|longer|less|later) than\b)/giu;
/** Circumstances and reasons at the end of a demand. */
const TAIL = /[,;:]? (?:unless|because|so that|since|even if|instead of|rather than|be it)\b.*$/iu;
/** "Leave out", "start with": the act is in the sense and the place already. */
const SAID_ELSEWHERE = new Set([
  'avoid',
  'open',
  'begin',
  'start',
  'close',
  'end',
  'finish',
  'conclud',
  'conclus',
  'titl',
  'headlin',
  'introduct',
  'lead',
  'head',
  'subhead',
  'top',
]);

/** Share of the shorter advice's notions that the other has too; and of all notions of both. */
const MIN_CONTAINMENT = 0.75;
const MIN_JACCARD = 0.5;
/** Weight that both must share at least: alike in one notion is not yet the same. */
const MIN_SHARED = 1.3;
/** With this much in common, more may differ. */
const MANY_SHARED = 2.6;
const MANY_SHARED_JACCARD = 0.4;
/** With fewer telling notions, being contained is chance. */
const MIN_CORE = 3;
const MIN_CORE_IN_PLACE = 2;
/** Of two demands on one place of the text that share a rare notion, this likeness is enough. */
const ALIKE_IN_PLACE = 0.55;
/** A run of as many words in common, with a telling one among them, is no chance. */
const SAME_RUN_WORDS = 6;

/** @param named stems of the name of the kind of text */
export function signatureOf(text: string, named?: ReadonlySet<string>): Signature {
  const places = placesIn(text);
  const wording = words(text.replace(/^The response should\b/u, ''));
  const parts = wording.flatMap((word) => word.split('-'));
  const numbers = parts.flatMap((word) =>
    /^\d/u.test(word) ? [word] : word === 'one' ? [] : (NUMBER_WORDS.get(word) ?? []),
  );
  const demand = (text.replace(FRONTED, '$1').split(/[,;:]/u)[0] ?? text).replace(LIMITING, ' ');
  const asked = demand
    .replace(/^The response should not\b/u, 'Avoid')
    .replace(/^(?:do|should) not\b/iu, 'Avoid');
  const contrast = CONTRAST.exec(asked);
  const core = contrast === null || contrast.index < 12 ? asked : asked.slice(0, contrast.index);
  return {
    stems: notionsIn(text, places, named),
    core: notionsIn(text.replace(TAIL, ''), places, named),
    thing: demandedThing(text.replace(FRONTED, '')),
    numbers: new Set(numbers),
    negative: NEGATION.test(core),
    places,
    wording,
  };
}

function notionsIn(
  text: string,
  places: ReadonlySet<string>,
  named: ReadonlySet<string> | undefined,
): Set<string> {
  const counted = new Set([...SAID_ELSEWHERE, ...NUMBER_STEMS, ...conceptsOf([...places].join(' '))]);
  return new Set([...conceptsOf(text, named)].filter((stem) => !counted.has(stem)));
}

/** @param isRare whether few pieces of the advice at hand have the notion */
export function saysTheSame(
  left: Signature,
  right: Signature,
  isRare: (notion: string) => boolean = () => false,
): boolean {
  const likeness = similarityOf(left, right);
  return likeness >= 1 || (likeness >= ALIKE_IN_PLACE && shareRareInPlace(left, right, isRare));
}

function shareRareInPlace(left: Signature, right: Signature, isRare: (notion: string) => boolean): boolean {
  return (
    left.places.size > 0 &&
    left.places.size === right.places.size &&
    [...left.stems].some((notion) => right.stems.has(notion) && !isGeneralConcept(notion) && isRare(notion))
  );
}

/** 1 and more: the same; near 0: nothing in common. 0 where sense, numbers or places differ. */
export function similarityOf(left: Signature, right: Signature): number {
  if (left.negative !== right.negative) return 0;
  if (!agree(left.numbers, right.numbers) || !agree(left.places, right.places)) return 0;
  if (
    hasSameRun(left.wording, right.wording) ||
    demandSameThing(left, right) ||
    isWithin(left, right) ||
    isWithin(right, left)
  )
    return 1;
  const { shared, smaller, union } = overlapOf(left, right);
  if (!shareTelling(left, right) && (left.numbers.size === 0 || right.numbers.size === 0)) return 0;
  return Math.max(
    Math.min(shared / smaller / MIN_CONTAINMENT, shared / union / MIN_JACCARD, shared / MIN_SHARED),
    Math.min(shared / MANY_SHARED, shared / union / MANY_SHARED_JACCARD),
  );
}

function shareTelling(left: Signature, right: Signature): boolean {
  return [...left.stems].some((notion) => right.stems.has(notion) && !isGeneralConcept(notion));
}

/** Weights of the notions in common, of the side that has fewer, and of both together; a place in common is one more. */
export function overlapOf(
  left: Signature,
  right: Signature,
): { readonly shared: number; readonly smaller: number; readonly union: number } {
  const [own, other] = [notionsOf(left), notionsOf(right)];
  const sum = (notions: Iterable<string>): number =>
    [...notions].reduce((total, notion) => total + weightOf(notion), 0);
  const shared = sum([...own].filter((notion) => other.has(notion)));
  const [a, b] = [sum(own), sum(other)];
  return { shared, smaller: Math.max(Math.min(a, b), 1e-9), union: Math.max(a + b - shared, 1e-9) };
}

function notionsOf(signature: Signature): Set<string> {
  return new Set([...signature.stems, ...[...signature.places].map((place) => `@${place}`)]);
}

/** "At most 300 words" and "500 words" differ, and so do the opening and the ending; silence on one side does not. */
function agree(left: ReadonlySet<string>, right: ReadonlySet<string>): boolean {
  if (left.size === 0 || right.size === 0) return true;
  return [...left].some((one) => right.has(one));
}

/** Both add, or both ban, one thing ("leave salary out unless …", "do not mention salary or holidays"). */
function demandSameThing(left: Signature, right: Signature): boolean {
  return left.thing !== undefined && left.thing === right.thing;
}

/** All that the shorter asks is asked by the longer too, in the same place. */
function isWithin(short: Signature, long: Signature): boolean {
  if (short.places.size !== long.places.size) return false;
  const core = [...short.core].filter((notion) => !isGeneralConcept(notion));
  return (
    core.length >= (short.places.size > 0 ? MIN_CORE_IN_PLACE : MIN_CORE) &&
    [...short.core].every((notion) => long.stems.has(notion))
  );
}

function hasSameRun(left: readonly string[], right: readonly string[]): boolean {
  const other = ` ${right.join(' ')} `;
  for (let start = 0; start + SAME_RUN_WORDS <= left.length; start += 1) {
    const run = left.slice(start, start + SAME_RUN_WORDS).join(' ');
    if (other.includes(` ${run} `) && [...conceptsOf(run)].some((concept) => !isGeneralConcept(concept)))
      return true;
  }
  return false;
}
