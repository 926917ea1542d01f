/** Catches a spoken verdict whose own reason says the opposite: "No, it avoids jargon." */

import { denials, isAskedInTheNegative, restates, sharesWords } from './restatement.ts';

const PRESENCE =
  /^[\s,;:.–—-]*(?:it|there|the \p{L}+|this) (?:\p{L}+ly )?(?:contains?|uses?|includes?|mentions?|has|is full of|is|are)\b/iu;
const OCCURS = /^[^.!?;:]*\b(?:occurs?|appears?|crops? up|turns? up|are (?:used|present|found))\b/iu;
const LACKS =
  /^(?:it|this|they|the \p{L}+)(?: \p{L}+ly)? (?:(?:lacks?|omits?|leaves? out|misses|neglects?|forgets?|ignores?|fails? to)\b|(?:is|are|stays?|remains?) silent)/iu;
const BARE_DENIAL =
  /^[\s,;:–—-]*(?:it|this|they|there|the \p{L}+) (?:does|do|is|are|has|did|was)(?: not|n't)\b/iu;
const BARE_ASSENT = /^[\s,;:–—-]*(?:it|this|they|there) (?:does|do|is|are|has|did|was)(?=\s*(?:[.!;:,]|$))/iu;

/**
 * True where the reason that follows a spoken "yes" or "no" speaks against it, which happens above all where the
 * question is put in the negative: nobody can tell what the word replies to.
 * @param reason the rest of the sentence after the word
 * @param question null where it is not known
 */
export function clashes(answer: 'yes' | 'no', reason: string, question: string | null): boolean {
  const isNegative = question !== null && isAskedInTheNegative(question);
  if (!isNegative) {
    if (answer === 'yes' ? BARE_DENIAL.test(reason) : BARE_ASSENT.test(reason)) return true;
    return question !== null && contradicts(answer, reason, question);
  }
  if (answer === 'no') return denials(reason) % 2 === 1;
  return (PRESENCE.test(reason) || OCCURS.test(reason)) && denials(reason) === 0;
}

/** True where a reason says with the question's own words that it is the other way round: "Yes, the price is not mentioned." */
export function contradicts(answer: 'yes' | 'no', reason: string, question: string): boolean {
  const clause = mainClause(reason);
  const isAskedFor = !isAskedInTheNegative(question) && sharesWords(clause, question);
  if (answer === 'yes' && isAskedFor && LACKS.test(clause)) return true;
  const said = restates(clause, question);
  return said !== null && said !== answer;
}

/** "…, because the ad is silent on it, and …" */
function mainClause(reason: string): string {
  const clause = reason.replace(/^[\s\p{P}]+/u, '').split(/[,;:.!?–—]|\s-\s/u)[0] ?? '';
  return clause.replace(/^(?:because|since|as|given that) /iu, '');
}
