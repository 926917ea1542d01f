/** The countable criterion that a wording asks for. */
import type { CodeCheck } from './code-check.ts';
import { wordingGrammar } from './grammar/clauses.ts';
import { readAll } from './grammar/reading.ts';
import { inContext } from './in-context.ts';
import { normalizeWording } from './wording/normalize-wording.ts';

/** A countable demand is short; longer texts say more than that. */
const MAX_WORDING_CHARS = 400;

/**
 * @param wording a statement, question or order: "The response should have at most 200 words", "Is there a title?".
 * @returns null where anything in the wording is not countable: a model or a person must then judge all of it.
 */
export function recognizeCheck(wording: string): CodeCheck | null {
  if (wording.length > MAX_WORDING_CHARS) return null;
  const check = readAll(wordingGrammar, normalizeWording(wording));
  return check === null ? null : inContext(check);
}
