/** Reads what stands where a verdict belongs: after a label, in a field, alone on a line. */
import type { Answer } from '../../domain/judgement.ts';
import { answerAtStart, SPOKEN_WORD, type FoundAnswer } from './answer-words.ts';

/** `undecided`: somebody took position and took none, or two. */
export type Reading = Answer | 'undecided';

/** Signs that are no verdicts themselves may stand before one. */
const OPENING_MARKS = /^[\s`"'“”„«»「」『』()[\]<>{}:=→⇒➜·•.,;👉🟡🔵⚪⚫🔹🔸–—-]+/u;
const CLOSING_MARKS = /^[`"'“”«»」』)\]>}]+/u;
const STRENGTH =
  /^(?:a|an|the|clearly|clear|definitely|definite|certainly|absolutely|firm|firmly|resounding|strong|solid|simply|therefore|thus|hence|still|technically|formally|ultimately|obviously|most certainly|then|just|un|une|ein|eine|einen|klar|eindeutig|claramente|clairement)\s+/iu;
const DOUBT =
  /^(?:(?:it|that|this)(?:'s| is)? )?(?:probably|likely|maybe|perhaps|possibly|leaning|leans?|tentative(?:ly)?|borderline|partial(?:ly)?|partly|mostly|largely|somewhat|almost|nearly|unclear|undetermined|unsure|uncertain|unknown|unscored|cannot|can't|could|might|inconclusive|mixed|ambiguous|not (?:sure|clear|certain|determined|possible|enough|available)|hard to|difficult to|impossible to|it depends|depends|both|neither|undecided|indeterminate|unable|(?:none|null)(?! \p{L})|tbd|pending|skip(?:ped)?|error|more or less|kind of|sort of|vielleicht|teilweise|unklar|peut-être|partiellement|quizás|parcialmente|in parte|forse|talvez)\b/iu;
/** What may stand between a spoken verdict and its reason without a comma. */
const GOES_ON =
  /^\s+(?:because|since|as|it|its|the|this|that|these|those|there|they|he|she|i|we|you|my|our|although|though|while|but|however|given|based|not all|each|every|overall|here|(?:from|for) (?:me|us|my|our|this|the)|on balance|in the end|with (?:[\p{L}\d.%]+ ){0,2}(?:confidence|certainty)|without (?:an? |any )?(?:doubt|question|hesitation)|to the question|to this|in (?:this|my)|on this|weil|da|denn|der|die|das|car|parce|le|la|porque|perché|pois|omdat|потому|ponieważ|eftersom)\b(?! way\b)/iu;
const CONDITION =
  /^[\s,;:(.–—-]*(?:but |and )?(?:only )?(?:if|provided|providing|unless|assuming|depending|when|as long as|wenn|falls|sofern|(?<![:.][\s]*)(?:si|se))\b/iu;
const HALFWAY =
  /^[\s,;:(–—-]*(?:but |and |though |albeit )?(?:only |just )?(?:(?:to some|to a|in some|up to) \w+|partial(?:ly)?|partly|mostly|largely|somewhat|sort of|kind of|in part|more or less|almost|nearly|halfway|not entirely|not fully|not completely)\b/iu;
const DOUBT_AFTER =
  /^[\s,;:(–—-]*(?:but )?(?:probably|perhaps|maybe|possibly|i'm not sure|i am not sure|i'm unsure|not sure|unsure|uncertain|tentative(?:ly)?|low confidence|guess(?:ing)?|a guess)\b/iu;

const SURELY_NOT =
  /^(?:definitely|absolutely|certainly|clearly|obviously|decidedly) not(?=\s*(?:[.,!;:–—-]|$))/iu;
/** "YES, said the reviewer." */
const SAID =
  /^(?:[\s,]*["'”][\s,]*(?:\p{L}+ ){0,2}|[\s,]*)(?:said|says|writes|wrote|claims|claimed|asks|asked|replies|replied)\b/iu;
/** "YES (draft)" */
const TENTATIVE = /^\s*[([](?:draft|initial|first|preliminary|tentative|old|before|provisional)\b/iu;
const SURE = /^(?:sure|certain|confident|likely|probab|chance)/iu;
/** "YES (0.6)" */
const CHANCE_AFTER = /^\s*(?:[:=]|\()\s*(?:(\d{1,3}) ?%(?! of\b)|(0?\.\d+)\s*\))/u;

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
    const points = /^(\d{1,3})\s*(?:\/|out of|of)\s*(\d{1,3})(?!\.?\d|\s*(?:stars?|★))/iu.exec(value);
    if (
      points !== null &&
      points[2] !== '0' &&
      points[2] !== '50' &&
      (points[1] === '0' || points[1] === points[2])
    )
      return { reading: points[1] === '0' ? 'no' : 'yes', rest: value.slice(points[0].length) };
  }
  const chance = /^(\d{1,3})\s?% (?=\p{L})/u.exec(value);
  if (
    chance !== null &&
    (answerAtStart(value.slice(chance[0].length), where) !== null || SURE.test(value.slice(chance[0].length)))
  ) {
    if (Number(chance[1]) < 100 * SURE_SHARE) return { reading: 'undecided', rest: '' };
    value = value.slice(chance[0].length);
  }
  if (where === 'written' && DOUBT.test(value)) return { reading: 'undecided', rest: '' };
  const bare = text.replace(OPENING_MARKS, '');
  const not = SURELY_NOT.exec(bare) ?? (where === 'written' ? /^not\s*[.!]$/iu.exec(bare) : null);
  if (not !== null) return { reading: 'no', rest: bare.slice(not[0].length) };
  const found = answerAtStart(value, where);
  if (found === null) return null;
  // An option and its mark, not a verdict.
  if (/^\s*[:=]\s*(?:true|false|[01](?![\d.])|[☐☑☒✓✗]|\[[ x]?\])/iu.test(found.rest))
    return { reading: 'undecided', rest: '' };
  if (TENTATIVE.test(found.rest) || SAID.test(found.rest)) return null;
  const turned = /^["')\s]*(?:->|→|=>|⇒|➜)\s*/u.exec(found.rest);
  if (turned !== null) {
    const into = answerAtStart(found.rest.slice(turned[0].length), where);
    if (into !== null) return { reading: into.answer, rest: into.rest };
  }
  const again = /^[\s\p{P}]*$/u.test(found.rest) ? null : repeated(found);
  if (again === CONFLICT) return { reading: 'undecided', rest: '' };
  const rest = (again ?? found.rest).replace(CLOSING_MARKS, '');
  const isSpoken = answerAtStart(value, 'spoken')?.word === found.word;
  if (!endsVerdict(rest, isSpoken)) return null;
  if (/^\s*\?/u.test(rest) || CONDITION.test(rest) || DOUBT_AFTER.test(rest))
    return { reading: 'undecided', rest };
  const [, percent, share] = CHANCE_AFTER.exec(rest) ?? [];
  const chanceAfter = percent === undefined ? share : Number(percent) / 100;
  if (chanceAfter !== undefined && Number(chanceAfter) < SURE_SHARE) return { reading: 'undecided', rest };
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
  if (/^\s+(?:#|\/\/)/u.test(rest)) return true;
  if (/^\s+[-~→]+\s/u.test(rest)) return true;
  return isSpoken ? GOES_ON.test(rest) : /^\s+(?:because|since|as)\b/iu.test(rest);
}

const CLAUSE = new RegExp(
  `(?:[.;,:!?–—-]\\s*|\\b(?:otherwise|so|then|else|and|but|or|hence|therefore)\\s+)["'(]*(${SPOKEN_WORD})["')]*(?=\\s*(?:$|[.:;,!?)–—]))(?!\\.\\s?\\d)`,
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
