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

export interface Mistake {
  readonly mistake: string;
  /** From 1; null where the parser does not say where. */
  readonly at: { readonly line: number; readonly column: number } | null;
}

/** What keeps the text from being JSON; null where it is JSON. */
export function jsonMistake(text: string): Mistake | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    const { mistake, position } = mistakeIn(text, error);
    if (position === null) return { mistake, at: null };
    const before = text.slice(0, position).split('\n');
    return { mistake, at: { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 } };
  }
}

/** JSON from a user. @throws InputError if the text is not JSON */
export function parseJson(text: string, place: string, advice: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { mistake, position } = mistakeIn(text, error);
    const where = position === null ? '' : ` at position ${position}`;
    throw new InputError(`${place} is not valid JSON: ${mistake}${where}.`, { advice, cause: error });
  }
}

/** JSON from a user. @throws InputError if the text is not a JSON object */
export function parseJsonObject(
  text: string,
  place: string,
  advice = 'It must hold one JSON object.',
): Readonly<Record<string, unknown>> {
  const value = parseJson(text, place, advice);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new InputError(`${place} is not a JSON object.`, { advice });
}

/** Without V8's excerpt of the text: it may contain a part of a secret, which redaction would not recognize. */
function mistakeIn(text: string, error: unknown): { readonly mistake: string; readonly position: number | null } {
  const parts = /^(.*?)(?:,? (?:\.\.\.)?".*|(?: in JSON)? at position (\d+).*)?$/su.exec(messageOf(error));
  const [, mistake = '', position] = parts ?? [];
  if (position !== undefined) return { mistake, position: Number(position) };
  return { mistake, position: mistake.startsWith('Unexpected end') ? text.length : null };
}
