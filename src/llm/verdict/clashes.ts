/** Catches a spoken verdict whose own reason says the opposite: "No, it avoids jargon." */

/** Negative in what it asks, which stands at its beginning: "… an original work without clichés" asks for more. */
const NEGATIVE_QUESTION =
  /^(?:\S+\s+){1,6}?(?:avoid(?:s|ed|ing)?|refrain(?:s|ed|ing)?|free (?:of|from)|without|excludes?|excluded|omits?|omitted|lacks?|steers? clear|abstains?|not|never|no)\b|^\w+n't\b/iu;
const ABSENCE =
  /\b(?:avoids?|avoided|refrains?|refrained|free (?:of|from)|without|omits?|lacks?|none|no|not|never|nothing|nowhere|absent|excludes?|steers? clear|abstains?)\b|n't\b/iu;
const FAILS_TO_AVOID =
  /\b(?:not|never|n't|fails? to|failed to|hardly|far from|isn't)\s+(?:\p{L}+ ){0,2}(?:avoid|refrain|free|omit|exclude|steer|abstain|without)/iu;
const PRESENCE =
  /^[\s,;:.–—-]*(?:it|there|the \p{L}+|this) (?:\p{L}+ly )?(?:contains?|uses?|includes?|mentions?|has|is full of|is|are)\b/iu;
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
  const isNegative = question !== null && NEGATIVE_QUESTION.test(question);
  if (!isNegative) return answer === 'yes' ? BARE_DENIAL.test(reason) : BARE_ASSENT.test(reason);
  if (answer === 'no') return ABSENCE.test(reason) && !FAILS_TO_AVOID.test(reason);
  return PRESENCE.test(reason) && !ABSENCE.test(reason);
}
