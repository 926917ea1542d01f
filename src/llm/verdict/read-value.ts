/** Reads what stands where a verdict belongs: after a label, in a field, alone on a line. */
import type { Answer } from '../../domain/judgement.ts';
import { answerAtStart, SPOKEN_WORD, type FoundAnswer } from './answer-words.ts';

/** `undecided`: somebody took position and took none, or two. */
export type Reading = Answer | 'undecided';

/** Signs that are no verdicts themselves may stand before one. */
const OPENING_MARKS = /^[\s`"'“”„«»「」『』()[\]<>{}:=→⇒➜·•.,;🟢🔴🟡🔵⚪⚫🔹🔸–—-]+/u;
const CLOSING_MARKS = /^[`"'“”«»」』)\]>}]+/u;
const STRENGTH =
  /^(?:a|an|the|clearly|clear|definitely|definite|certainly|absolutely|firm|firmly|resounding|strong|solid|simply|therefore|thus|hence|still|ultimately|obviously|most certainly|then|just|un|une|ein|eine|einen|klar|eindeutig|claramente|clairement)\s+/iu;
const DOUBT =
  /^(?:(?:it|that|this)(?:'s| is)? )?(?:probably|likely|maybe|perhaps|possibly|leaning|leans?|tentative(?:ly)?|borderline|partial(?:ly)?|partly|mostly|largely|somewhat|almost|nearly|unclear|undetermined|unsure|uncertain|unknown|unscored|cannot|can't|could|might|inconclusive|mixed|ambiguous|not (?:sure|clear|certain|determined|possible|enough|available)|hard to|difficult to|impossible to|it depends|depends|both|neither|undecided|indeterminate|unable|none|null|tbd|pending|skip(?:ped)?|error|more or less|kind of|sort of|vielleicht|teilweise|unklar|peut-être|partiellement|quizás|parcialmente|in parte|forse|talvez)\b/iu;
/** What may stand between a spoken verdict and its reason without a comma. */
const GOES_ON =
  /^\s+(?:because|since|as|it|its|the|this|that|these|those|there|they|he|she|i|we|you|my|our|although|though|while|but|however|given|based|not all|each|every|overall|here|(?:from|for) (?:me|us|this|the)|to this|in (?:this|my)|on this|weil|da|denn|der|die|das|car|parce|le|la|porque|perché|pois|omdat|потому|ponieważ|eftersom)\b(?! way\b)/iu;
const CONDITION =
  /^[\s,;:(.–—-]*(?:but |and )?(?:only )?(?:if|provided|providing|unless|assuming|depending|when|as long as|wenn|falls|si|se|sofern)\b/iu;
const HALFWAY =
  /^[\s,;:(–—-]*(?:but |and |though |albeit )?(?:only |just )?(?:(?:to some|to a|in some|up to) \w+|partial(?:ly)?|partly|mostly|largely|somewhat|sort of|kind of|in part|more or less|almost|nearly|halfway|not entirely|not fully|not completely)\b/iu;
const DOUBT_AFTER =
  /^[\s,;:(–—-]*(?:but )?(?:probably|perhaps|maybe|possibly|i'm not sure|i am not sure|i'm unsure|not sure|uncertain)\b/iu;

/** From here on "90% yes" is a yes. */
export const SURE_SHARE = 0.8;

export interface ReadValue {
  readonly reading: Reading;
  /** What follows the verdict in its sentence. */
  readonly rest: string;
}

/** @param text the rest of a sentence, from where the verdict should stand; null: it is about something else */
export function readValue(text: string, where: 'spoken' | 'written'): ReadValue | null {
  let value = text.replace(OPENING_MARKS, '');
  while (STRENGTH.test(value)) value = value.replace(STRENGTH, '').replace(OPENING_MARKS, '');
  if (where === 'written') {
    const point = /^([01])\s*(?:\/|out of|of)\s*1(?![\d.])/iu.exec(value);
    if (point !== null)
      return { reading: point[1] === '1' ? 'yes' : 'no', rest: value.slice(point[0].length) };
  }
  const chance = /^(\d{1,3})\s?% (?=\p{L})/u.exec(value);
  if (chance !== null) {
    if (Number(chance[1]) < 100 * SURE_SHARE) return { reading: 'undecided', rest: '' };
    value = value.slice(chance[0].length);
  }
  if (where === 'written' && DOUBT.test(value)) return { reading: 'undecided', rest: '' };
  if (
    /^(?:definitely|absolutely|certainly|clearly|obviously)?\s*not\s*[.!]?$/iu.test(value) &&
    where === 'written'
  )
    return { reading: 'no', rest: '' };
  const found = answerAtStart(value, where);
  if (found === null) return null;
  const again = /^\W*$/u.test(found.rest) ? null : repeated(found);
  if (again === CONFLICT) return { reading: 'undecided', rest: '' };
  const rest = (again ?? found.rest).replace(CLOSING_MARKS, '');
  const isSpoken = answerAtStart(value, 'spoken')?.word === found.word;
  if (!endsVerdict(rest, isSpoken)) return null;
  if (/^\s*\?/u.test(rest) || CONDITION.test(rest) || DOUBT_AFTER.test(rest))
    return { reading: 'undecided', rest };
  const share = /^\s*[:=]\s*(\d{1,3}) ?%(?! of\b)/u.exec(rest)?.[1];
  if (share !== undefined && Number(share) < 100 * SURE_SHARE) return { reading: 'undecided', rest };
  if (found.answer !== 'no' && HALFWAY.test(rest)) return { reading: 'undecided', rest };
  return { reading: opposes(found, rest) ? 'undecided' : found.answer, rest };
}

const CONFLICT = Symbol('conflict');

/** "✅ Yes", "NO NO": the same again is one verdict, another one is none. */
function repeated({ answer, rest }: FoundAnswer): string | typeof CONFLICT | null {
  const next = answerAtStart(rest.replace(/^[\s"'(),.–—-]+/u, ''), 'written');
  if (next === null) return null;
  const further = repeated(next);
  if (further === null && !/^[\s"')\].!,;:–—-]*(?:$|[.!,;:)–—])/u.test(next.rest)) return null;
  return next.answer === answer ? (further ?? next.rest) : CONFLICT;
}

function endsVerdict(rest: string, isSpoken: boolean): boolean {
  if (/^\s*$/u.test(rest)) return true;
  if (/^\s*[.,;:!?…。、，；！،؛।)|(–—]/u.test(rest) && !/^\.\s?\d/u.test(rest)) return true;
  if (/^\s+[-~→]+\s/u.test(rest)) return true;
  return isSpoken ? GOES_ON.test(rest) : /^\s+(?:because|since|as)\b/iu.test(rest);
}

const CLAUSE = new RegExp(
  `(?:[.;,:!?–—-]\\s*|\\b(?:otherwise|so|then|else|and|but|or|hence|therefore)\\s+)["'(]*(${SPOKEN_WORD})["')]*(?=\\s*(?:$|[.:;,!?)–—]))`,
  'giu',
);
const CAPITALS = /(\S+\s+)?(?<![\p{L}\p{N}-])["'(]*(YES|NO)["')]*(?![\p{L}\p{N}-])(\s+\p{L}+)?/gu;
const MENTIONS =
  /^["'(]*(?:an?|the|not|than|any|no|of|say|saying|answer|answering|either|earn|for|to|every|as)\s+$/iu;
const DEFINES =
  /^\s+(?:only|requires?|would|needs?|means?|when|if|answer|verdict|cases?|because|demands?|could|should|is)$/iu;

/** True where the reason holds the other verdict too, as a clause of its own or in capitals that are no mere mention. */
function opposes({ answer }: FoundAnswer, rest: string): boolean {
  const isOther = (word: string | undefined) => {
    const other = word === undefined ? null : answerAtStart(word, 'spoken');
    return other !== null && other.answer !== answer && other.answer !== 'not-applicable';
  };
  if ([...rest.matchAll(CLAUSE)].some((match) => isOther(match[1]))) return true;
  return [...rest.matchAll(CAPITALS)].some(
    ([, before = '', word, after = '']) => isOther(word) && !MENTIONS.test(before) && !DEFINES.test(after),
  );
}
