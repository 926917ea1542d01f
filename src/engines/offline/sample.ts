/** Samples in advice: wording and details that a guide gives to show what it means. They bind no other text. */
import { words } from '../../text/words.ts';
import { STOP_WORDS } from '../../text/stop-words.ts';
import type { IsKnown } from './common-ground.ts';

/** A quotation of a whole sentence can only be a sample; a shorter one may be a set phrase of the form. */
const MIN_SAMPLE_WORDS = 5;
/** "The driver reversed": somebody and what he did; "we tested it" and "thank you" serve any text. */
const PARTICULAR = /^["“'‘]?(?:the|a|an|our|my|his|her|their|we|i) \p{L}+ (?:you )?\p{L}+/iu;
const DEFINITE = /\b(?:the|what|who|how|which|where)\b/u;
const COUNTED = /\b(?:two|three|four|five|six|\d+|something|someone|parts|things|elements)\b/u;
const MIN_UNKNOWN_SHARE = 0.5;

/** The order without a sample at its end ("the gain: a lamp, an app"); quotations masked. */
export function withoutSample(verbPhrase: string, isKnown: IsKnown): string {
  const told = verbPhrase.replace(
    /,? (?:for instance|for example|e\.g\.|say) (?:that|when|how|if|by|with|in|an?|the)\b.*$/su,
    '',
  );
  const match = /^(.*?):\s+(.*)$/su.exec(told);
  if (match?.[1] === undefined || match[2] === undefined) return told;
  const tail = match[2];
  if (/[×=$€£°%+]/u.test(tail)) return match[1];
  // A list headed “Not included”: what follows the heading is of the guide's own sample.
  if (/⟦\d+⟧$/u.test(match[1])) return match[1];
  // "How many, how often" and lists of wording say more; "a lamp, an app, a night bus" are cases of it.
  if (!/^(?:an?|the|\d[\d,.]*|one|two|three|some) \p{L}/u.test(tail)) return told;
  // After "the people who gain:" or "what it is:" come cases (alternatives say what may be asked); after "something concrete:" the things asked for.
  if (DEFINITE.test(match[1]) && !COUNTED.test(match[1]) && /^an? /u.test(tail) && !/\bor\b/u.test(tail))
    return match[1];
  const nouns = words(tail).filter((word) => !STOP_WORDS.has(word));
  const unknown = nouns.filter((word) => !isKnown(word)).length;
  return unknown / Math.max(1, nouns.length) >= MIN_UNKNOWN_SHARE ? match[1] : told;
}

/** "Write ⟦0⟧", where the quotation is a whole sentence: its words are of another text. */
export function isSampleOrder(verbPhrase: string, negative: boolean, quotes: readonly string[]): boolean {
  const match =
    /^(?:write|say|use|try|put|add|print|keep to|prefer|stick to)(?: (?!(?:such|like|as|rather|instead|not|never|without|than|no)\b)[\w’'-]+){0,5},? ⟦(\d+)⟧/u.exec(
      verbPhrase,
    );
  const quote = match?.[1] === undefined ? undefined : quotes[Number(match[1])];
  if (negative || quote === undefined) return false;
  const { length } = words(quote);
  return length >= MIN_SAMPLE_WORDS || (length >= 3 && PARTICULAR.test(quote) && !/\bit\b/iu.test(quote));
}
