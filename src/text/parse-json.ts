/** Parses JSON. */
import { InputError, messageOf } from '../domain/errors.ts';

/** Undefined if the text is not valid JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What keeps the text from being JSON, and where, from 1; null where it is JSON, or its parser does not say where. */
export function jsonMistake(
  text: string,
): { readonly mistake: string; readonly at: { readonly line: number; readonly column: number } } | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const message = messageOf(error);
    const [, mistake, position] = /^(.*?)(?: in JSON)? at position (\d+)/su.exec(message) ?? [];
    const isCutOff = message === 'Unexpected end of JSON input';
    if (mistake === undefined && !isCutOff) return null;
    const before = text.slice(0, isCutOff ? text.length : Number(position)).split('\n');
    return { mistake: mistake ?? message, at: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
  }
}

/** JSON from a user. @throws InputError if the text is not a JSON object */
export function parseJsonObject(
  text: string,
  place: string,
  advice = 'It must hold one JSON object.',
): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new InputError(`${place} is not valid JSON: ${reasonOf(error)}.`, { advice, cause: error });
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new InputError(`${place} is not a JSON object.`, { advice });
}

/** Removes V8's excerpt of the text: it may contain a part of a secret, which redaction would not recognize. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/,? (?:\.\.\.)?".*$/su, '');
}
