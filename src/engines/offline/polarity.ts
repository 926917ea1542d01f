/** Words that turn a demand round or restrict it. */

const NEGATION =
  /\b(?:not|never|no|none|nothing|nobody|nowhere|neither|cannot|[a-z]+n['’]t|avoid|without|skip|omit|exclude|refrain|rather than|instead of|(?:leave|keep)\b[^.;]{0,60}\bout)\b/giu;
const RESTRICTION =
  /\b(?:unless|except(?:ing)?|excluding|only|until|if|as long as|provided|apart from|other than|hardly|barely|scarcely|rarely|seldom)\b/giu;

const NOT = String.raw`\b(?:do ?(?:not|n['’]?t)|never|avoid(?:ing)?|(?:must|should|may|shall) ?(?:not|n['’]t)|not to)\b`;
/** They name nothing themselves: what follows is what is not to be done. */
const EMPTY_VERB =
  '(?:do|doing|use|using|say|saying|write|include|including|contain|mention|put|have|show|be|ever|please)';
const ITEMS = String.raw`(?:(?:any |all |one )?(?:of )?(?:the following|these|those)(?:\s+[\p{L}-]+){0,2}|this|that|any of it|things|words|phrases|topics)`;
/** "Don't", "You should never:", "Please avoid the following:" */
const OPEN_BAN = new RegExp(String.raw`(?:${NOT}|\bleave out|\bomit)(?:\s+${EMPTY_VERB})*(?:\s+${ITEMS})?\W*$`, 'iu');
const NAMED_BAN =
  /^(?:\W|\d)*(?:(?:the )?don['’]?t['’]?s\b(?!.*\bdos?\b)|(?:what|things|words|phrases|topics) (?:not to|to (?:avoid|leave out|omit))\b)/iu;
/** "Never say at a funeral": what it names may be all that it forbids. */
const HALF_OPEN_BAN = new RegExp(String.raw`${NOT}\s+${EMPTY_VERB}\s+(?:about|at|during|in|on|to|when|with)\b`, 'iu');
const BAN_IN_CLAUSE = new RegExp(
  String.raw`(?:${NOT}|\bleave out|\b(?:not allowed|forbidden|banned|prohibited))[^.,]{0,40}:$`,
  'iu',
);
/** "Don't forget", "what not to leave out" */
const ASKS = new RegExp(
  String.raw`${NOT}\s+(?:\w+\s+)?(?:forget|skip|omit|miss|lose|neglect|overlook|ignore|drop|fail|leave\b[^.:]{0,40}\bout)\w*`,
  'iu',
);
/** "Dos and don'ts" */
const MIXED = /\bdo['’]?s?\s*(?:and|or|&|\/|,)\s*(?:the )?do/iu;
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

/** Whether what stands under a heading is forbidden; null where the heading leaves it open. */
export function headingBans(heading: string): boolean | null {
  if (ASKS.test(heading) || MIXED.test(heading)) return false;
  if (OPEN_BAN.test(heading) || NAMED_BAN.test(heading)) return true;
  return HALF_OPEN_BAN.test(heading) ? null : false;
}

/** The same for the sentence before a list, which must say so itself. */
export function leadInBans(sentence: string): boolean | null {
  if (ASKS.test(sentence)) return false;
  return OPEN_BAN.test(sentence) || (BAN_IN_CLAUSE.test(sentence) ? null : false);
}

export const isOptional = (label: string): boolean => OPTIONAL.test(label);
