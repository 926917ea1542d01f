/** The countable criterion that a wording asks for. */
import type { CodeCheck } from './code-check.ts';
import { wordingGrammar } from './grammar/clauses.ts';
import { readAll } from './grammar/reading.ts';
import { inContext } from './in-context.ts';
import { saidTwice } from './said-twice.ts';
import { withoutGlosses } from './wording/without-glosses.ts';
import { normalizeWording } from './wording/normalize-wording.ts';

/** A countable demand is short; longer texts say more than that. */
const MAX_WORDING_CHARS = 400;

/**
 * @param wording a statement, question or order: "The response should have at most 200 words", "Is there a title?".
 * @returns null where anything in the wording is not countable, or where it can be read in two ways: a model or a
 *   person must then judge all of it.
 */
export function recognizeCheck(wording: string): CodeCheck | null {
  if (wording.length > MAX_WORDING_CHARS) return null;
  const said = normalizeWording(wording);
  const plain = withoutGlosses(said);
  const readings = readAll(wordingGrammar, said);
  if (readings.length > 0) return only(readings);
  const plainReadings = plain.text === said.text ? [] : readAll(wordingGrammar, plain);
  if (plainReadings.length > 0) return only(plainReadings);
  return saidTwice(said, (part) => only(readAll(wordingGrammar, part)));
}

/** Readings that mean the same rows or keys are one. */
function only(readings: readonly CodeCheck[]): CodeCheck | null {
  const meant = new Map(readings.map(inContext).map((check) => [JSON.stringify(check), check]));
  const [check = null] = meant.values();
  return meant.size === 1 && check !== null && !isCaseOfWords(check) ? check : null;
}

/** "The words 'a' and 'b' appear and are in capital letters": the words or the whole text? */
function isCaseOfWords(check: CodeCheck): boolean {
  if (check.kind !== 'several') return false;
  const word = check.checks.findIndex((part) => part.kind === 'count' && part.of.what === 'phrase');
  return word !== -1 && check.checks.slice(word).some(({ kind }) => kind === 'letter-case');
}
