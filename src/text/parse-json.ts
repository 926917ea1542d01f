/** JSON that a user wrote. */
import { InputError, messageOf } from '../domain/errors.ts';

/** @throws InputError where the text is no JSON object */
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
  throw new InputError(`${place} is no JSON object.`, { advice });
}

/** Without the part of the text that V8 shows: it may be half a secret, which nobody would know for one. */
function reasonOf(error: unknown): string {
  return messageOf(error).replace(/,? (?:\.\.\.)?".*$/su, '');
}
