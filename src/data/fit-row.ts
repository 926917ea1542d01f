/** Holds a row to its schema. */
import type { z } from 'zod';
import { InputError } from '../domain/errors.ts';
import type { TableRow } from './read-table.ts';
import { parseInOurWords, pathText } from '../text/issue-words.ts';

/**
 * @param object the row as we call its fields
 * @param calledInFile what the file calls a field of the schema
 * @throws InputError that names the place and the first field that does not fit
 */
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
  throw new InputError(
    `${place}: the field “${pathText([calledInFile(String(field)), ...inside])}” ${issue?.message ?? ''}.`,
    {
      advice: `The row has ${Object.keys(fields).join(', ') || 'no fields'}. ${advice}`,
    },
  );
}
