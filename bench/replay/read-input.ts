/** Reads what others published, and says file and line of what cannot be used. */
import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { InputError } from '../../src/domain/errors.ts';

export interface Row<Value> {
  readonly value: Value;
  /** `file:line`, for messages. */
  readonly where: string;
}

/** One JSON value per line; empty lines are skipped. @throws InputError */
export async function readJsonLines<Value>(file: string, schema: z.ZodType<Value>): Promise<Row<Value>[]> {
  const text = await readText(file);
  return text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${file}:${index + 1}`;
    return [
      {
        value: check(
          parse(line, () => where),
          schema,
          where,
        ),
        where,
      },
    ];
  });
}

/** A JSON list; `where` is the line on which the element begins. @throws InputError */
export async function readJsonList<Value>(file: string, schema: z.ZodType<Value>): Promise<Row<Value>[]> {
  const text = await readText(file);
  const list = z.array(z.unknown()).safeParse(parse(text, (offset) => `${file}:${lineAt(text, offset)}`));
  if (!list.success) throw new InputError(`${file}:1: not a JSON list`);
  const starts = elementStarts(text);
  return list.data.map((element, index) => {
    const where = `${file}:${lineAt(text, starts[index] ?? 0)}`;
    return { value: check(element, schema, where), where };
  });
}

async function readText(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: unknown) => {
    throw new InputError(`${file} cannot be read`, { cause: error });
  });
}

function parse(text: string, where: (offset: number) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(/position (\d+)/u.exec(message)?.[1] ?? text.length);
    throw new InputError(`${where(offset)}: not JSON (${message})`, { cause: error });
  }
}

function check<Value>(value: unknown, schema: z.ZodType<Value>, where: string): Value {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const issues = read.error.issues.map(({ path, message }) => `${path.map(String).join('.') || 'it'}: ${message}`);
  throw new InputError(`${where}: ${issues.join('; ')}`);
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

/** Where the elements of a list begin; the text is known to be JSON. */
function elementStarts(text: string): number[] {
  const starts: number[] = [];
  let depth = 0;
  let expected = false;
  for (const { 0: token, index } of text.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s[\]{},"]+/gu)) {
    if (depth === 1 && expected && token !== ']') starts.push(index);
    expected = (depth === 0 && token === '[') || (depth === 1 && token === ',');
    if (token === '[' || token === '{') depth += 1;
    if (token === ']' || token === '}') depth -= 1;
  }
  return starts;
}
