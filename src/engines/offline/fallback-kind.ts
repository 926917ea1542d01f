/** Where no kind of text is plain, guides for any text answer. */
import type { KindFinder } from '../../domain/guide-kind.ts';
import { words } from '../../text/words.ts';
import { looksEnglish } from './propose-queries.ts';

/** "help", "a zorb": so few words may be a name that we do not know, and need not ask for a text at all. */
const MIN_WORDS = 5;
/** Of 118 requests for no text 116 have it, and 8 % of those for texts whose kind is not plain. */
const MAY_WANT_NO_TEXT = 0.3;

export function withFallbackKind(kinds: KindFinder): KindFinder {
  const { fallback } = kinds;
  if (fallback === null) return kinds;
  const mayAskForText = (instruction: string) =>
    words(instruction).length >= MIN_WORDS &&
    kinds.noTextProbability(instruction) < MAY_WANT_NO_TEXT &&
    looksEnglish(instruction, false, kinds);
  return {
    ...kinds,
    find: (instruction, requests) =>
      kinds.find(instruction, requests) ?? (mayAskForText(instruction) ? { kind: fallback, by: 'fallback' } : null),
  };
}
