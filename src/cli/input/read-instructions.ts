/** Many instructions from JSON Lines, one row each. */
import { z } from 'zod';
import { InputError } from '../../domain/errors.ts';
import type { Instruction } from '../../precompute/discover-row.ts';
import { readRows } from './json-lines.ts';
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
  const advice = `Give JSON Lines, such as ${example}; --id-field, --instruction-field and --context-field name other fields.`;
  const names = [fields.id, fields.instruction, fields.context];
  const twice = names.find((name, index) => names.indexOf(name) < index);
  if (twice !== undefined)
    throw new InputError(`The field “${twice}” cannot hold two things at once.`, {
      advice: 'Give --id-field, --instruction-field and --context-field names of their own.',
    });
  const schema = z.looseObject({ [fields.id]: Id, [fields.instruction]: Text, [fields.context]: TextOrNone });
  const rows = await readRows(reader, reference, { name: 'instructions', schema, advice });
  const lineById = new Map<string, number>();
  return rows.map(({ value, line, place }) => {
    const id = Id.parse(value[fields.id]);
    const before = lineById.get(id);
    if (before !== undefined)
      throw new InputError(`${place}: the id “${id}” stands in line ${before} already.`, {
        advice: 'Give every row an id of its own, or name another field with --id-field.',
      });
    lineById.set(id, line);
    const context = TextOrNone.parse(value[fields.context]) ?? null;
    return { id, instruction: Text.parse(value[fields.instruction]), context };
  });
}

const Id = z.union([z.string().min(1), z.int().transform(String)], 'should hold a text or a whole number');
const Text = z.string('should hold a text');
const TextOrNone = z.string('should hold a text or nothing').nullish();
