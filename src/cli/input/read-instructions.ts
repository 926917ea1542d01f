/** Many instructions from JSON Lines, one row each. */
import { InputError } from '../../domain/errors.ts';
import type { Instruction } from '../../precompute/discover-row.ts';
import type { InputStream } from '../shell.ts';
import { fileSource, readText } from './read-text.ts';

const MAX_BYTES = 200_000_000;

/** What the members of a row are called. */
export interface InstructionFields {
  readonly id: string;
  readonly instruction: string;
  readonly context: string;
}

/**
 * @param path `-` for stdin
 * @throws InputError with the line's number where a row cannot be used; CancelledError where `signal` stops it
 */
export async function readInstructions(
  path: string,
  fields: InstructionFields,
  stdin: InputStream,
  signal: AbortSignal,
): Promise<readonly Instruction[]> {
  const source = path === '-' ? { name: 'stdin', stream: stdin } : fileSource(path);
  const text = await readText(source, MAX_BYTES, signal);
  const lineById = new Map<string, number>();
  const rows = text.split('\n').flatMap((line, index): readonly Instruction[] => {
    if (line.trim() === '') return [];
    const place = `${source.name}, line ${index + 1}`;
    const row = parseRow(line, place, fields);
    const before = lineById.get(row.id);
    if (before !== undefined)
      throw new InputError(`${place}: the id “${row.id}” stands in line ${before} already.`, {
        advice: 'Give every row an id of its own, or name another field with --id-field.',
      });
    lineById.set(row.id, index + 1);
    return [row];
  });
  if (rows.length === 0)
    throw new InputError(`${source.name} holds no instructions.`, {
      advice: `Give JSON Lines, such as {"${fields.id}": "1", "${fields.instruction}": "Write a toast"}.`,
    });
  return rows;
}

function parseRow(line: string, place: string, fields: InstructionFields): Instruction {
  const row = parseObject(line, place);
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

/** @throws InputError that names `place` */
export function parseObject(line: string, place: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (error) {
    throw new InputError(
      `${place}: it is not JSON (${error instanceof Error ? error.message : String(error)}).`,
      {
        advice: 'Give one JSON object a line.',
        cause: error,
      },
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new InputError(`${place}: it is no JSON object.`, { advice: 'Give one JSON object a line.' });
  return { ...value };
}
