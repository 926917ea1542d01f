/** Rows of JSON Lines from a file or stdin. */
import { InputError } from '../../domain/errors.ts';
import type { InputStream } from '../shell.ts';
import { readText, sourceOf } from './read-text.ts';

const MAX_BYTES = 200_000_000;

export interface JsonRow {
  readonly value: Readonly<Record<string, unknown>>;
  /** From 1. */
  readonly line: number;
  /** As messages call it: `tasks.jsonl, line 3`. */
  readonly place: string;
}

/**
 * @param reference `-` for stdin
 * @param wanted what a row holds, and what to give where there are none
 * @throws InputError with the line's number where one is no JSON object; CancelledError where `signal` stops it
 */
export async function readRows(
  reference: string,
  wanted: { readonly name: string; readonly advice: string },
  stdin: InputStream,
  signal: AbortSignal,
): Promise<readonly JsonRow[]> {
  const source = sourceOf(reference, stdin);
  const lines = (await readText(source, MAX_BYTES, signal)).split('\n');
  const rows = lines.flatMap((text, index): readonly JsonRow[] => {
    const place = `${source.name}, line ${index + 1}`;
    return text.trim() === '' ? [] : [{ value: parseObject(text, place), line: index + 1, place }];
  });
  if (rows.length === 0)
    throw new InputError(`${source.name} holds no ${wanted.name}.`, { advice: wanted.advice });
  return rows;
}

function parseObject(text: string, place: string): Readonly<Record<string, unknown>> {
  const advice = 'Give one JSON object a line.';
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new InputError(`${place}: it is not JSON (${reason}).`, { advice, cause: error });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(`${place}: it is no JSON object.`, { advice });
  return { ...value };
}
