/** What the words before a verdict make of it: their writer's own, the contrary, or nobody's. */
import { SURE_SHARE } from './read-value.ts';
import { isAttribution } from './turns.ts';

export type Stance = 'asserted' | 'denied' | 'open';

/** A hedge or a denial reaches no further than its own clause. */
const CLAUSE_END =
  /[;:.!?–—]\s+|\s-\s|,?\s+\b(?:so|hence|thus|therefore|but|yet|which means|meaning|which is why|still|nevertheless|nonetheless|and(?=\s*$|\s(?:the|my|this|it|so|hence|thus|i)\b))\b[\s,]+/giu;
/** "There is no doubt that …" */
const NO_DOUBT =
  /\b(?:no|without (?:a |any )?|beyond (?:a |any )?|little) ?(?:doubt|question|denying|reason to doubt)\b|\b(?:no one|nobody|cannot|can't|can not|hard to|impossible to)\b[^,]*\b(?:deny|doubt|dispute|denied|doubted|disputed)\b|\b(?:not only|no less than|if anything)\b/giu;
const OPEN =
  /^\s*(?:were|had)\b|\b(?:if|unless|whether|would|could|might|may|someone|some people|one could|one might|tempting|tempted|initially|at first|first glance|first sight|expected|expecting|supposed|was (?:about|going|inclined|ready|leaning|close)|almost|nearly|lean(?:s|ing)?|inclined|more (?:likely|probable)|hypothetically|lenient|generous|not sure|unsure|not certain|not convinced|doubt|doubtful|according to|until|nor|neither|nothing)\b/iu;
const DENIED =
  /\b(?:not|never|cannot|nobody|no one|no way|no (?:reason|grounds?|basis|justification|case|argument)|wrong|false|untrue|unfair|unable|unjustified|unwarranted|incorrect|inaccurate|mistaken|mistake|error|dishonest|instead of|rather than|without|hardly|by no means|far from|nowhere near|anything but|under no circumstances|refuse|withhold|disagree|fail(?:s|ed|ing)?|neglect(?:s|ed)?|reject|deny)\b|n't\b/giu;
/** Within what is said of a criterion. */
const DENIED_WITHIN =
  /\b(?:not|never|no longer|cannot|by no means|anything but|far from|nowhere near)\b|n't\b|\bun(?=met|satisfied|fulfilled)/giu;

/** The last clause of a text. */
export function lastClause(text: string): string {
  return text.split(CLAUSE_END).at(-1) ?? '';
}

/** What the judge says, or says that nobody can say, is not somebody else's. */
const OWN_SAYING =
  /\b(?:to|i|we|one|you|be|can|cannot|can't|could|would|not|n't) (?:say|claim|state|argue|maintain|said|claimed|stated|argued|read)\b/giu;

export function withoutOwnSaying(text: string): string {
  return text.replace(OWN_SAYING, ' ');
}

const IF_PRESSED =
  /\bif (?:i|you) (?:have to|had to|must|am forced to|force me to)(?: (?:choose|decide|pick|answer|say))?,?/giu;

/** "Fails to meet", "manages to meet": unlike what it tries, wants or has to do, it is said to be so. */
const ACHIEVES =
  /\b((?:un)?able|bring(?:ing)? myself|fail(?:s|ed|ing)?|manages?|managed|neglects?|neglected|happens?) to\s*$/iu;

/** What stands before a comma does not govern what comes after it, unless it is a condition. */
function withoutSideClause(clause: string): string {
  return /^\s*(?:only )?(?:if|unless|had|were|should|when|provided|assuming|according to|in the (?:words|eyes|opinion) of)\b/iu.test(
    clause,
  )
    ? clause
    : (clause.split(',').at(-1) ?? '');
}

/** "I would say", "nobody could say", "it would be wrong": politeness, and no condition. */
export function withoutModesty(text: string): string {
  return text
    .replace(/\bi(?:'d| would| must| have to)\b/giu, 'I')
    .replace(/\bi(?:'m| am|'ll| will)(?: going to)?(?: be(?:ing)?)? (?:lenient|generous)\b/giu, 'I')
    .replace(/,? if only (?:just|barely)\b/giu, '')
    .replace(/\bshould be (?=(?:marked|counted|considered|regarded|treated|rated|judged|read)\b)/giu, 'is ')
    .replace(/\b(?:would|could)(?=n't\b| (?:not|never|hardly)\b)/giu, '')
    .replace(/(?<=\b(?:nobody|no one|any(?:body|one)) )(?:would|could)\b/giu, '')
    .replace(
      /\b(?:would|could) be (?=(?:an? )?(?:wrong|false|unfair|untrue|incorrect|inaccurate|mistake|mistaken|error|dishonest)\b)/giu,
      'is ',
    );
}

/** @param said what is said of the verdict itself, whose denials count as well: two of them cancel out */
export function stanceOf(before: string, said = ''): Stance {
  if (isAttribution(withoutOwnSaying(before)) || /\bto\s*$/iu.test(before.replace(ACHIEVES, '$1 ')))
    return 'open';
  const plain = withoutModesty(before.replace(IF_PRESSED, ' '));
  const clause = withoutSideClause(lastClause(plain)).replace(NO_DOUBT, ' ');
  if (OPEN.test(clause) || isUnlikely(clause)) return 'open';
  const denials = (clause.match(DENIED)?.length ?? 0) + (said.match(DENIED_WITHIN)?.length ?? 0);
  return denials > 2 ? 'open' : denials === 1 ? 'denied' : 'asserted';
}

/** "I am 60 % sure that", "60/40 in favour of". */
function isUnlikely(clause: string): boolean {
  if (/\b\d{1,2} ?(?:\/|-|:|to) ?\d{1,2}\b|\bfifty/iu.test(clause)) return true;
  const isChance = /\b(?:chances?|probability|likelihood|odds|likely)\b/iu.test(clause);
  const percent = /(\d{1,3})(?:\.\d+)? ?(?:%|per ?cent)/iu.exec(clause)?.[1];
  return percent === undefined ? isChance : Number(percent) < 100 * SURE_SHARE;
}
