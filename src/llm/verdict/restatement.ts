/** Compares what is said with what the criterion's question asks: by its words, and by how often either is denied. */
import { withoutModesty, withoutOwnSaying } from './stance.ts';

/** Words that deny; two of them cancel out. */
const DENIALS =
  /\b(?:not|never|no one|nobody|no|none|nothing|nowhere|neither|nor|without|lack(?:s|ed|ing)?|missing|absent|avoid(?:s|ed|ing)?|omit(?:s|ted|ting)?|leav(?:es|ing|e) out|left out|refrains?|exclud(?:es|ed|ing)|free (?:of|from)|silent (?:on|about)|steers? clear|abstains?|fail(?:s|ed)?(?: to)?|neglect(?:s|ed)?(?: to)?|forg(?:ets|ot)(?: to)?|(?:false|untrue|incorrect|wrong)(?= (?:that|to)\b)|cannot|un(?=mention|state|name|explain|defin|address|answer|cite|list|specif|identif|support))|n't\b/giu;
/** What makes of the question's own words another thing than its answer. */
const QUALIFIES =
  /\b(?:only|just|merely|but|except|should|must|would|could|can|might|may|if|whether|unless|need\w*|instead|too|rather|hardly|barely|vague\w*|partly|partially|mostly|some|somewhat|almost|nearly|other|another|first|un\p{L}+|im\p{L}+ly|insufficient\w*|inadequate\w*|poor\w*|weak\w*|limited|little|few|rarely|seldom|difficult|struggles?|implicit\w*|hint\w*|seems?|appears?|tries|attempts?|usually|often|typically|supposed\w*|expected|asks?|asked|criterion|although|though|while|yet|however|initially|doubt\w*|sure|unclear|perhaps|maybe|probably|possibly|likely|think|thought|believe\w*|either|improved|version)\b|\?\s*$/iu;
/** A verb for which another may stand. */
const GENERIC = /^(?:menti|stat|nam|giv|show|inclu|conta|list|us|provi|descr|featu|prese|offer)$/u;
const FILLER =
  /^(?:with|from|that|this|than|they|them|there|their|have|does|more|least|most|into|your|its|when|what|which|where|whom|also|some|only|been|being|each|every)$/u;
const SUBJECT = /^\S+(?: (?:the|this|that|an?|its|any|each|every))? \S+ /u;

/** Negative in what it asks, which stands at its beginning: "… an original work without clichés" asks for more. */
const NEGATIVE_QUESTION =
  /^(?:\S+\s+){1,6}?(?:avoid(?:s|ed|ing)?|refrain(?:s|ed|ing)?|free (?:of|from)|without|excludes?|excluded|omits?|omitted|lacks?|leaves? out|steers? clear|abstains?|not|never|no)\b|^\w+n't\b/iu;

export function isAskedInTheNegative(question: string): boolean {
  return NEGATIVE_QUESTION.test(question);
}

/** The beginnings of the words that carry meaning. */
export function stems(text: string): string[] {
  const words =
    text
      .toLowerCase()
      .replace(/'s\b/gu, '')
      .replace(DENIALS, ' ')
      .match(/\p{L}{4,}/gu) ?? [];
  return words
    .filter((word) => !FILLER.test(word))
    .map((word) => word.slice(0, 5).replace(/(?:e?[dn]|es?|s)$/u, ''));
}

/** True where a heading names what the question asks for, and nothing else. */
export function namesAsked(heading: string, question: string): boolean {
  const [said, asked, all] = [stems(heading), stems(question.replace(SUBJECT, '')), stems(question)];
  const things = asked.filter((stem) => !GENERIC.test(stem));
  return (
    said.length > 0 &&
    said.every((stem) => all.includes(stem)) &&
    (things.length > 0 ? things : asked).every((stem) => said.includes(stem))
  );
}

export function sharesWords(clause: string, question: string): boolean {
  const said = stems(clause);
  return stems(question.replace(SUBJECT, '')).some((stem) => said.includes(stem));
}

/**
 * What a clause answers with the question's own words: "The price is mentioned nowhere" is a "no" to "Does it mention
 * the price?". Null where it leaves one of them out, or qualifies what it says.
 */
export function restates(said: string, question: string): 'yes' | 'no' | null {
  const clause = withoutModesty(said.replace(/^(?:no|yes)[,.:;–—]\s*/iu, ''));
  const asked = stems(question.replace(SUBJECT, ''));
  if (asked.length === 0 || QUALIFIES.test(clause.replace(DENIALS, ' '))) return null;
  const stated = new Set(stems(clause));
  const isSaid = asked.every(
    (stem, place) =>
      stated.has(stem) || (place === 0 && GENERIC.test(stem) && [...stated].some((one) => GENERIC.test(one))),
  );
  if (!isSaid && !refersBack(clause, asked[0] ?? '')) return null;
  const isNegative = isAskedInTheNegative(question);
  // A denial that the question holds besides is repeated, and denies nothing.
  if (!isNegative && denials(question) > 0) return null;
  return denials(clause) % 2 === (isNegative ? 1 : 0) ? 'yes' : 'no';
}

export function denials(text: string): number {
  return text.match(DENIALS)?.length ?? 0;
}

/** "It does give one", with the question's own verb. */
function refersBack(clause: string, verb: string): boolean {
  if (/^(?:it|they|there|this) (?:does |do )?(?:has|have|is|are|contains?|includes?) one\b/iu.test(clause))
    return true;
  const said = /\b(?:does|do|did)(?: not|n't|) (\p{L}{3,}) (?:one|it|so|them|any|that)\b/iu.exec(clause)?.[1];
  return said !== undefined && (stems(said)[0] ?? said) === verb;
}

const OFFERS =
  /^(?:sure|here(?:'s| is| are)|let me|let's|i(?:'ll| will| can)|would you|please|to answer)\b/iu;
const NAMED = /\b(?:YES|NO|N\/A)\b|\b[Yy]es\b|\p{So}/u;
const REPORTS =
  /\b(?:says?|said|claims?|claimed|states?|stated|writes?|wrote|argues?|insists?|asserts?|promises?|pretends?) (?:\p{L}+ )?that\b|\b(?:according to|in the words of)\b/iu;
const IN_GENERAL = /^(?:an?|some|many|most|all|every|each)\b/iu;

/** The verdict of an answer that gives the question's own words back in its first or last sentence, and states none. */
export function restated(sentences: readonly string[], question: string): 'yes' | 'no' | null {
  if (sentences.some((sentence) => /\?["'”)]*$/u.test(sentence) || OFFERS.test(sentence))) return null;
  const said = [sentences[0] ?? '', sentences.at(-1) ?? '']
    .map((sentence) => sentence.replace(/^\p{L}+: /u, ''))
    .filter(
      (sentence) =>
        !IN_GENERAL.test(sentence) && !NAMED.test(sentence) && !REPORTS.test(withoutOwnSaying(sentence)),
    )
    .map((sentence) => restates(sentence.split(/[;:–—]/u)[0] ?? '', question));
  const [reading, other] = new Set(said.filter((one) => one !== null));
  return other === undefined ? (reading ?? null) : null;
}
