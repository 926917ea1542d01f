/** Words that turn a demand round or restrict it. */

const NEGATION =
  /\b(?:not|never|no|none|nothing|nobody|nowhere|neither|cannot|[a-z]+n['’]t|avoid|without|skip|omit|exclude|refrain|rather than|instead of|(?:leave|keep)\b(?=[^.;]{0,60}\bout\b))\b/giu;
const RESTRICTION =
  /\b(?:unless|except(?:ing)?|excluding|only|until|if|as long as|provided|apart from|other than|hardly|barely|scarcely|rarely|seldom)\b/giu;
/** In a heading one of these leaves open what is asked below; what it negates is not for a pattern to say. */
const NEGATING = new RegExp(
  String.raw`${NEGATION.source}|\b(?:nor|don['’]?ts?|do ?nots?|^(?:the )?(?:bad|worst)|(?:avoid|omit|skip|exclu|refrain|prohibit|forbid|fail|wrong|mistake|pitfall|discourag|hat(?:e|ing)|reject|ruin)\w*|(?:leav|left|cut)\w*\b(?=[^.;]{0,60}\bout\b)|ban(?:s|ned)?|beware|against|off.limits|if you$|steer clear|unless)\b`,
  'iu',
);

const VERB = '(?: (?:do|doing|use|using|say|saying|write|include|including|contain|mention))?';
const PLACE = String.raw`(?: (?:in|for) (?:an?|the|your) [\p{L}'’-]+)?`;
const ITEMS = `(?: (?:any of )?(?:the following|these|those|this)(?: (?:words|phrases|topics|things))?${PLACE})?`;
/** The whole of a label that can only forbid. */
const BAN = new RegExp(
  String.raw`^[\W\d]*(?:please )?(?:${[
    `(?:the )?do(?:n['’]?t| ?not)['’]?s?${PLACE}`,
    `(?:do(?:n['’]?t| not)|never(?:,? ever)?|avoid(?:ing)?|leave out|omit|(?:you )?(?:(?:should|must)(?: not|n['’]t)|should never|must never))${VERB}${ITEMS}`,
    `(?:(?:what|things|words|phrases|topics) )?(?:not to${VERB}|to (?:avoid|leave out|omit))${PLACE}`,
  ].join('|')})\W*$`,
  'iu',
);
/** The whole of a label that can only ask. */
const ASK = /^[\W\d]*(?:the )?(?:do['’]?s?|do this(?: instead)?|must-haves?|instead|repair|remedy|fix|cure)\W*$/iu;
/** What crosses out, forbids or warns; other pictograms are ornament. */
const MARK = /^[^\p{L}\p{N}]*?[×✕✖✗✘❌❎⚠⛔🛑🚫🚳🚭-🚱🚷👎🙅]/u;

/** How many: "do not omit" is no more a ban than "state". */
export const negationsIn = (text: string): number => text.match(NEGATION)?.length ?? 0;

/** "Skip the greeting", "leave the date out" */
export const opensWithNegation = (text: string): boolean => text.search(NEGATION) === 0;

/** Each once, in the order of the alphabet. */
export function restrictionsIn(text: string): string {
  return [...new Set(text.toLowerCase().match(RESTRICTION) ?? [])].sort().join(' ');
}

/** Whether a label as a whole forbids (true) or asks for (false) what stands below; undefined where it is neither. */
export function plainPolarity(label: string): boolean | undefined {
  return BAN.test(label) || (ASK.test(label) ? false : undefined);
}

/** The same for a heading or lead-in; null where a word or mark in it leaves that open. */
export function polarityOf(label: string): boolean | null | undefined {
  return plainPolarity(label) ?? (hasMark(label) || NEGATING.test(label) ? null : undefined);
}

export const hasMark = (line: string): boolean => MARK.test(line);
