/** Many instructions from JSON Lines, one row each. */
import { z } from 'zod';
import { InputError } from '../../domain/errors.ts';
import type { Instruction } from '../../precompute/discover-row.ts';
import { readRows, type JsonRow } from './json-lines.ts';
import type { Reader } from './read-text.ts';

/** What the members of a row are called. */
export interface InstructionFields {
  readonly id: string;
  readonly instruction: string;
  readonly context: string;
}

/**
 * @param reference a file, or `-` for stdin
 * @throws InputError with the line's number where a row cannot be used; CancelledError where the reader is stopped
 */
export async function readInstructions(
  reader: Reader,
  reference: string,
  fields: InstructionFields,
): Promise<readonly Instruction[]> {
  const example = `{"${fields.id}": "1", "${fields.instruction}": "Write a toast"}`;
  const wanted = { name: 'instructions', advice: `Give JSON Lines, such as ${example}.` };
  const rows = await readRows(reader, reference, wanted);
  const lineById = new Map<string, number>();
  return rows.map((row) => {
    const instruction = instructionOf(row, fields);
    const before = lineById.get(instruction.id);
    if (before !== undefined)
      throw new InputError(`${row.place}: the id “${instruction.id}” stands in line ${before} already.`, {
        advice: 'Give every row an id of its own, or name another field with --id-field.',
      });
    lineById.set(instruction.id, row.line);
    return instruction;
  });
}

const Id = z.union([z.string().min(1), z.int().transform(String)], 'a text or a whole number');
const Text = z.string('a text');
const TextOrNone = z.string('a text or nothing').nullable();

function instructionOf({ value: row, place }: JsonRow, fields: InstructionFields): Instruction {
  const read = <Value>(field: keyof InstructionFields, schema: z.ZodType<Value>): Value => {
    const name = fields[field];
    const parsed = schema.safeParse((Object.hasOwn(row, name) ? row[name] : undefined) ?? null);
    if (parsed.success) return parsed.data;
    const should = parsed.error.issues[0]?.message ?? '';
    throw new InputError(`${place}: the field “${name}” should hold ${should}.`, {
      advice: `The row has ${Object.keys(row).join(', ') || 'no fields'}; --${field}-field names another field.`,
    });
  };
  return { id: read('id', Id), instruction: read('instruction', Text), context: read('context', TextOrNone) };
}
