/** Many instructions from JSON Lines, one row each. */
import { InputError } from '../../domain/errors.ts';
import type { Instruction } from '../../precompute/discover-row.ts';
import type { InputStream } from '../shell.ts';
import { readRows, type JsonRow } from './read-rows.ts';

/** What the members of a row are called. */
export interface InstructionFields {
  readonly id: string;
  readonly instruction: string;
  readonly context: string;
}

/**
 * @param reference a file, or `-` for stdin
 * @throws InputError with the line's number where a row cannot be used; CancelledError where `signal` stops it
 */
export async function readInstructions(
  reference: string,
  fields: InstructionFields,
  stdin: InputStream,
  signal: AbortSignal,
): Promise<readonly Instruction[]> {
  const example = `{"${fields.id}": "1", "${fields.instruction}": "Write a toast"}`;
  const wanted = { name: 'instructions', advice: `Give JSON Lines, such as ${example}.` };
  const rows = await readRows(reference, wanted, stdin, signal);
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

function instructionOf({ value: row, place }: JsonRow, fields: InstructionFields): Instruction {
  const member = (name: string) => (Object.hasOwn(row, name) ? row[name] : undefined) ?? null;
  const id = member(fields.id);
  const instruction = member(fields.instruction);
  const context = member(fields.context);
  const misfit = (name: string, should: string, flag: string) =>
    new InputError(`${place}: the field “${name}” ${should}.`, {
      advice: `The row has ${Object.keys(row).join(', ') || 'no fields'}; --${flag} names another field.`,
    });
  const isNumber = typeof id === 'number' && Number.isSafeInteger(id);
  if ((typeof id !== 'string' || id === '') && !isNumber)
    throw misfit(fields.id, 'should hold a text or a whole number', 'id-field');
  if (typeof instruction !== 'string')
    throw misfit(fields.instruction, 'should hold a text', 'instruction-field');
  if (context !== null && typeof context !== 'string')
    throw misfit(fields.context, 'should hold a text or nothing', 'context-field');
  return { id: String(id), instruction, context };
}
