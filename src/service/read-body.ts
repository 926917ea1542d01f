/** Bodies of requests, read within limits: bytes, encoding, depth; then by a schema. */
import { isUtf8 } from 'node:buffer';
import { setImmediate } from 'node:timers/promises';
import type { Context } from 'hono';
import pLimit from 'p-limit';
import type { z } from 'zod';
import { readLines } from '../data/lines.ts';
import { parseInOurWords } from '../text/issue-words.ts';
import { createTurns } from '../text/turns.ts';
import { invalidInput, ProblemError } from './problems.ts';

/** Deeper JSON would exhaust the stack of whoever walks it. */
const MAX_DEPTH = 64;
/** A value costs a hundred times its characters in memory and time: 600,000 of them are 2 MB of text. */
const MAX_VALUES = 10_000;
/** Larger requests are read one by one, and refused where too many of them wait. */
export const LARGE_CHARS = 100_000;
const oneByOne = pLimit(1);

/**
 * A body in pieces, as they come.
 * @throws ProblemError where it is too large, of another type, or compressed
 */
export async function* readBytes(c: Context, maxBytes: number, types: readonly string[]): AsyncGenerator<Buffer> {
  const type = (c.req.header('content-type') ?? '').split(';', 1).join('').trim().toLowerCase();
  if (!types.includes(type))
    throw new ProblemError('wrong-media-type', `The body must be of the type ${types.join(' or ')}.`);
  const encoding = c.req.header('content-encoding') ?? 'identity';
  if (encoding.toLowerCase() !== 'identity')
    throw new ProblemError('wrong-media-type', 'Compressed bodies are not read.');
  const tooLarge = () => new ProblemError('too-large', `The body is larger than ${maxBytes} bytes.`);
  if (Number(c.req.header('content-length') ?? 0) > maxBytes) throw tooLarge();
  const reader = c.req.raw.body?.getReader();
  let bytes = 0;
  const next = async () => {
    const chunk = (await reader?.read())?.value;
    bytes += chunk?.byteLength ?? 0;
    if (bytes <= maxBytes) return chunk;
    await reader?.cancel();
    throw tooLarge();
  };
  try {
    for (let chunk = await next(); chunk !== undefined; chunk = await next())
      yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  } finally {
    // Whoever still sends would not hear why it is refused.
    while (bytes <= maxBytes && (await next()) !== undefined);
  }
}

/** @throws ProblemError as `readBytes`, or where it is no UTF-8 */
export async function readText(...asked: Parameters<typeof readBytes>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of readBytes(...asked)) chunks.push(chunk);
  return decode(Buffer.concat(chunks), 'The body');
}

function decode(bytes: Buffer, where: string): string {
  if (!isUtf8(bytes)) throw new ProblemError('bad-request', `${where} is not valid UTF-8.`);
  return new TextDecoder().decode(bytes);
}

/** @param where of a text within the request, for messages: `Line 3` @throws ProblemError where it is no JSON */
export function parseJson(text: string, where = 'The body'): unknown {
  const { depth, values } = sizeOf(text);
  if (depth > MAX_DEPTH) throw new ProblemError('bad-request', `${where} is nested deeper than ${MAX_DEPTH} levels.`);
  if (values > MAX_VALUES) throw new ProblemError('too-large', `${where} has more than ${MAX_VALUES} values.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new ProblemError('bad-request', `${where} is not valid JSON.`);
  }
  // Halves of characters have no UTF-8 form: they could be neither kept nor sent on.
  if (/\\ud[89a-f]/iu.test(text) && !isWellFormed(value))
    throw new ProblemError('bad-request', `${where} holds half of a surrogate pair.`);
  return value;
}

/**
 * Each line of JSON that is not blank, with its number, from 1, as soon as it has come; others have their turns between
 * them. What follows a line that cannot be used is never held.
 * @throws ProblemError where there are more lines than are read
 */
export async function* readJsonLines(
  body: AsyncIterable<Buffer>,
  maxLines: number,
): AsyncIterable<readonly [number, unknown]> {
  const turn = createTurns();
  let read = 0;
  for await (const { number, bytes } of readLines(body)) {
    const line = decode(bytes, `Line ${number}`).trim();
    if (number > 2 * maxLines || (line !== '' && (read += 1) > maxLines))
      throw new ProblemError('too-large', `The body has more than ${maxLines} lines.`);
    if (line !== '') yield [number, parseJson(line, `Line ${number}`)];
    await turn();
  }
}

/** @throws ProblemError that names each field which cannot be used */
export function parseInput<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix: readonly PropertyKey[] = [],
): z.infer<Schema> {
  const parsed = parseInOurWords(schema, value);
  if (!parsed.success) throw invalidInput(parsed.error, prefix);
  return parsed.data;
}

export async function readJson<Schema extends z.ZodType>(
  c: Context,
  schema: Schema,
  maxBytes: number,
): Promise<z.infer<Schema>> {
  const text = await readText(c, maxBytes, ['application/json']);
  const parse = () => parseInput(schema, parseJson(text));
  if (text.length < LARGE_CHARS) return parse();
  // Many large ones that are there at once would keep all others from their turn.
  return oneByOne(async () => {
    await setImmediate();
    return parse();
  });
}

/** Stops where either is beyond its limit. */
function sizeOf(text: string): { readonly depth: number; readonly values: number } {
  let depth = 0;
  let deepest = 0;
  let values = 1;
  for (let at = 0; at < text.length && deepest <= MAX_DEPTH && values <= MAX_VALUES; at += 1) {
    const char = text[at];
    if (char === '"') at = endOfString(text, at);
    else if (char === ',') values += 1;
    else if (char === '[' || char === '{') {
      values += 1;
      deepest = Math.max(deepest, (depth += 1));
    } else if (char === ']' || char === '}') depth -= 1;
  }
  return { depth: deepest, values };
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];

/** Where the string that begins there has its closing quote, or the text its end. */
function endOfString(text: string, start: number): number {
  const first = text.indexOf('"', start + 1);
  if (first === -1) return text.length;
  if (text.charCodeAt(first - 1) !== BACKSLASH) return first;
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) return at;
    if (code === BACKSLASH) at += 1;
  }
  return text.length;
}

function isWellFormed(value: unknown): boolean {
  if (typeof value === 'string') return !/\p{Surrogate}/u.test(value);
  if (value === null || typeof value !== 'object') return true;
  return Object.entries(value).every(([name, member]) => isWellFormed(name) && isWellFormed(member));
}
