/** Holds a row to its schema. */
import { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { TableRow } from './read-table.ts';
import { parseInOurWords, pathText } from '../text/issue-words.ts';

export function fitRow<Value>(
  object: Readonly<Record<string, unknown>>,
  { fields, place }: TableRow,
  schema: z.ZodType<Value>,
  advice: string,
  calledInFile = (field: string) => field,
): Value {
  const parsed = parseInOurWords(schema, object);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const [field = '', ...inside] = issue?.path ?? [];
  const name = pathText([calledInFile(String(field)), ...inside]);
  throw new InputError(`${place}: the field “${name}” ${issue?.message ?? ''}.`, {
    advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}. ${advice}`,
  });
}

export const isBlank = (cell: unknown) => typeof cell === 'string' && cell.trim() === '';

/** A number, in CSV as a text; an empty cell holds nothing. @param message what the field should hold */
export function numberOrNone(message: string): z.ZodType<number | null> {
  const none = z.preprocess((cell) => (isBlank(cell) ? null : cell), z.null());
  const number = z.preprocess((cell) => (typeof cell === 'string' ? Number(cell) : cell), z.number(message));
  return z.union([none, number], message);
}
