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
  if (!isNegative) {
    if (answer === 'yes' ? BARE_DENIAL.test(reason) : BARE_ASSENT.test(reason)) return true;
    return question !== null && repliesContrary(answer, reason, question);
  }
  if (answer === 'no') return ABSENCE.test(reason) && !FAILS_TO_AVOID.test(reason);
  return PRESENCE.test(reason) && !ABSENCE.test(reason);
}

/** True where a reason says with the words of a question that is not negative itself that it is the other way round. */
export function contradicts(answer: 'yes' | 'no', reason: string, question: string): boolean {
  return !NEGATIVE_QUESTION.test(question) && repliesContrary(answer, reason, question);
}

const NEGATION =
  /\b(?:not|never|no|none|nothing|nowhere|without|lacks?|lacking|missing|absent|omits?|omitted|fails? to|failed to|neglects?)\b|n't\b/iu;
/** What makes of the question's own words another thing than its answer. */
const QUALIFIES =
  /\b(?:only|just|merely|but|except|should|must|would|need\w*|instead|wrong\w*|incorrect\w*|too|rather|whether|if|hardly|barely|vague\w*|partly|partially|other|another|first|not|never|no|none|nothing|nowhere|without|lacks?|missing|absent|omits?|fails?|un\p{L}+|im\p{L}+ly|insufficient\w*|inadequate\w*|poor\w*|weak\w*|limited|little|few|rarely|seldom|difficult|struggles?|implicit\w*|hint\w*)\b|n't\b/iu;
const LACKS = /^(?:it|this|they|the \p{L}+) (?:\p{L}+ly )?(?:lacks?|omits?|leaves out|misses)\b/iu;
const SUBJECT = /^\S+(?: (?:the|this|that|an?|its|any|each|every))? \S+ /u;

/** True where the reason says with the question's own words that it is the other way round: "Yes, the price is not mentioned." */
function repliesContrary(answer: 'yes' | 'no', reason: string, question: string): boolean {
  const clause = reason.replace(/^[\s\p{P}]+/u, '').split(/[,;:.!?–—]|\s-\s/u)[0] ?? '';
  const asked = stems(question.replace(SUBJECT, ''));
  const said = new Set(stems(clause));
  // A denial that the question itself holds is repeated, and denies nothing.
  if (answer === 'yes' && NEGATION.test(question)) return false;
  if (answer === 'yes' && LACKS.test(clause)) return asked.slice(1).every((stem) => said.has(stem));
  if (asked.length === 0 || !asked.every((stem) => said.has(stem))) return false;
  return answer === 'yes'
    ? NEGATION.test(clause) && !/\b(?:not only|not just|no doubt|but)\b/iu.test(clause)
    : !QUALIFIES.test(clause);
}

/** The beginnings of the words that carry meaning. */
function stems(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/'s\b/gu, '')
      .match(/\p{L}{4,}/gu) ?? [];
  return words
    .filter(
      (word) =>
        !/^(?:with|from|that|this|than|they|them|there|their|have|does|more|least|most|into|your|its|when|what|which|where|whom|also|some|only|been|being|each|every)$/u.test(
          word,
        ),
    )
    .map((word) => word.slice(0, 5).replace(/(?:e?d|s|e)$/u, ''));
}
