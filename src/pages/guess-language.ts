/** The language of a text by its letter trigrams. */
import { languageOf } from '../domain/language.ts';
import { STOP_WORDS } from '../text/stop-words.ts';
import { words } from '../text/words.ts';

/** Shorter texts, in letters, are not guessed. */
const MIN_LETTERS = 200;
const SAMPLE_CHARS = 2_000;
/** The best guess must be this much better than the next (franc scores the best 1), or be the declared language. */
const MIN_LEAD = 0.04;
/** Two in five words of running English are function words; another language shares a few of them at most. */
const MIN_ENGLISH_FUNCTION_WORDS = 0.3;

/**
 * @param declared the language that the document claims (BCP 47): it decides between two close guesses, nothing more.
 * @returns ISO 639-3, or null where the text is too short or the guess uncertain.
 */
export async function guessLanguage(text: string, declared: string | null): Promise<string | null> {
  const sample = text.slice(0, SAMPLE_CHARS);
  if ((sample.match(/\p{L}/gu) ?? []).length < MIN_LETTERS) return null;
  // Most pages are in English, and the trigrams would be a tenth of the work that a page takes.
  if (readsAsEnglish(sample)) return 'eng';
  const { francAll } = await import('franc-min');
  const [best, next] = francAll(sample);
  if (best === undefined || best[0] === 'und') return null;
  if (next === undefined || best[1] - next[1] >= MIN_LEAD) return best[0];
  const hint = languageOf(declared ?? '')?.iso6393;
  return hint === best[0] || hint === next[0] ? hint : null;
}

function readsAsEnglish(text: string): boolean {
  const all = words(text);
  return all.filter((word) => STOP_WORDS.has(word)).length >= MIN_ENGLISH_FUNCTION_WORDS * all.length;
}
