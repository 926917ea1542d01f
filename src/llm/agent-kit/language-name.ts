/** A language as a prompt names it. */
import { languageOf } from '../../domain/language.ts';
import type { PromptText } from '../../domain/model.ts';
import { trusted } from '../fence.ts';

/**
 * @param code one of ours, ISO 639-3
 * @throws Error (a bug of the caller) where it is none
 */
export function languageName(code: string): PromptText {
  const language = languageOf(code);
  if (language === null) throw new Error(`“${code}” is none of our languages.`);
  return trusted(language.name);
}
