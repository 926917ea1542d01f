/** Words that turn a demand round or restrict it. */

const NEGATION =
  /\b(?:not|never|no|none|nothing|nobody|nowhere|neither|cannot|[a-z]+n['’]t|avoid|without|skip|omit|exclude|refrain|rather than|instead of|(?:leave|keep)\b(?=[^.;]{0,60}\bout\b))\b/giu;
const RESTRICTION =
  /\b(?:unless|except(?:ing)?|excluding|only|until|if|as long as|provided|apart from|other than|hardly|barely|scarcely|rarely|seldom)\b/giu;

/** Whatever may turn round what stands under it. */
const NEGATED =
  /\b(?:not|never|no|none|nothing|neither|cannot|without|dont|don['’]?ts?|[a-z]+n['’]t|avoid\w*|skip\w*|omit\w*|exclud\w+|refrain\w*|forbidden|banned|prohibited|(?:leave|leaves|leaving|keep)\b[^.;]{0,60}\bout)\b/iu;
/** They name nothing themselves: what follows is what is not to be done. */
const EMPTY_VERB = '(?:do|doing|use|using|say|saying|write|include|including|contain|mention|put|have|show|be|ever)';
const ITEMS = String.raw`(?:(?:any of )?(?:the following|these|those)(?:\s+[\p{L}-]+)?|this|that|things|words|phrases|topics)`;
/** The whole of it forbids: "Don'ts", "What to avoid in a eulogy", "You should never:", "Please avoid the following:" */
const BAN = new RegExp(
  String.raw`^(?:\W|\d)*(?:please )?(?:(?:the )?don['’]?t['’]?s|(?:(?:you|writers|(?:a|an|the|your)(?: \p{L}+){1,2}) (?:should|must) (?:not|never)|do ?(?:not|n['’]?t)|never|avoid(?:ing)?)(?:\s+${EMPTY_VERB})*|(?:what|things|words|phrases|topics) (?:not to|to (?:avoid|leave out|omit))(?:\s+${EMPTY_VERB})*(?:\s+(?:in|on|at|about) (?:a|an|the|your)(?: [\p{L}-]+){1,2})?|leave out|omit)(?:\s+${ITEMS}(?:\s+(?:in|on|at|about) (?:a|an|the|your)(?: [\p{L}-]+){1,2})?)?\W*$`,
  'iu',
);
/** "Dos and don'ts" */
const MIXED = /\bdo['’]?s?\s*(?:and|or|&|\/|,)\s*(?:the )?do/iu;
/** "Don't forget:", "What not to forget" */
const ASKS =
  /^(?:\W|\d)*(?:please )?(?:do ?(?:not|n['’]?t)|never|what not to) (?:ever )?(?:forget|omit|skip|miss|overlook|neglect|leave out)\b[^,;]{0,40}$/iu;
/** What need not be done is neither asked for nor forbidden. */
const OPTIONAL =
  /\b(?:need not|needn['’]t|(?:do|does|did)(?: not|n['’]t) (?:need|have) |not (?:necessary|needed|required)\b)/iu;

/** How many: "do not omit" is no more a ban than "state". */
export const negationsIn = (text: string): number => text.match(NEGATION)?.length ?? 0;

/** "Skip the greeting", "leave the date out" */
export const opensWithNegation = (text: string): boolean => text.search(NEGATION) === 0;

/** Each once, in the order of the alphabet. */
export function restrictionsIn(text: string): string {
  return [...new Set(text.toLowerCase().match(RESTRICTION) ?? [])].sort().join(' ');
}

/**
 * Whether what stands under a heading, or below the sentence before a list, is forbidden; null where it has a word that may
 * forbid, but is not plainly a ban: patterns for more of them have turned others round.
 */
export function bansBelow(label: string): boolean | null {
  if (!NEGATED.test(label) || ASKS.test(label) || MIXED.test(label)) return false;
  return BAN.test(label) || null;
}

export const isOptional = (label: string): boolean => OPTIONAL.test(label);
