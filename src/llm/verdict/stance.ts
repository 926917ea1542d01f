/** What the words before a verdict make of it: their writer's own, the contrary, or nobody's. */
import { isAttribution } from './turns.ts';

export type Stance = 'asserted' | 'denied' | 'open';

/** A hedge or a denial reaches no further than its own clause. */
const CLAUSE_END =
  /[;:.!?–—]\s+|\s-\s|,?\s+\b(?:so|hence|thus|therefore|but|yet|which means|meaning|which is why|still|nevertheless|nonetheless)\b[\s,]+/giu;
/** "There is no doubt that …" */
const NO_DOUBT =
  /\b(?:no|without (?:a |any )?|beyond (?:a |any )?|little) ?(?:doubt|question|denying|reason to doubt)\b|\b(?:no one|nobody|cannot|can't|can not|hard to|impossible to)\b[^,]*\b(?:deny|doubt|dispute|denied|doubted|disputed)\b|\b(?:not only|no less than|if anything)\b/giu;
const OPEN =
  /^\s*(?:were|had)\b|\b(?:if|unless|whether|would|could|might|may|someone|some people|one could|one might|tempting|tempted|initially|at first|first glance|first sight|expected|supposed|hypothetically|lenient|generous|not sure|unsure|not certain|not convinced|doubt|doubtful|according to|until|nor|neither)\b/iu;
const DENIED =
  /\b(?:not|never|cannot|nobody|no one|wrong|false|untrue|incorrect|inaccurate|mistaken|mistake|error|dishonest|instead of|rather than|hardly|by no means|far from|anything but|under no circumstances|refuse|fails?|reject|deny)\b|n't\b/giu;

/** The last clause of a text. */
export function lastClause(text: string): string {
  return text.split(CLAUSE_END).at(-1) ?? '';
}

/** What the judge says, or says that nobody can say, is not somebody else's. */
const OWN_SAYING =
  /\b(?:to|i|we|one|you|be|can|cannot|can't|could|would|not|n't) (?:say|claim|state|said|claimed|stated|read)\b/giu;

const IF_PRESSED =
  /\bif (?:i|you) (?:have to|had to|must|am forced to|force me to)(?: (?:choose|decide|pick|answer|say))?,?/giu;

/** What stands before a comma does not govern what comes after it, unless it is a condition. */
function withoutSideClause(clause: string): string {
  return /^\s*(?:only )?(?:if|unless|had|were|should|when|provided|assuming|according to|in the (?:words|eyes|opinion) of)\b/iu.test(
    clause,
  )
    ? clause
    : (clause.split(',').at(-1) ?? '');
}

export function stanceOf(before: string): Stance {
  if (isAttribution(before.replace(OWN_SAYING, ' ')) || /\bto\s*$/iu.test(before)) return 'open';
  const clause = withoutSideClause(lastClause(before.replace(IF_PRESSED, ' '))).replace(NO_DOUBT, ' ');
  const denials = clause.match(DENIED)?.length ?? 0;
  // "It would be wrong to say yes" says no; "it would be fair to say yes if …" says nothing.
  const plain = clause.replace(
    /\b(?:would|could) (?:not )?be (?=(?:an? )?(?:wrong|false|untrue|incorrect|inaccurate|mistake|mistaken|error|dishonest)\b)/giu,
    '',
  );
  if (OPEN.test(plain) || denials > 1) return 'open';
  return denials === 1 ? 'denied' : 'asserted';
}
