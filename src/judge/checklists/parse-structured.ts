/** JSON and YAML by one way, which knows the line of every field: JSON is a part of YAML. */
import type { z } from 'zod';
import { parseInOurWords } from '../../text/issue-words.ts';
import { InputError } from '../../domain/errors.ts';
import { runInWorker } from '../../pages/extraction-pool.ts';
import { jsonIn, jsonMistake } from '../../text/parse-json.ts';
import { parseYaml, pathKey, type ParsedYaml } from '../../text/parse-yaml.ts';

export interface Structured {
  readonly value: unknown;
  /** The line, from 1, on which the field at this path begins; null where there is none, or where nobody can say. */
  readonly lineOf: (path: readonly PropertyKey[]) => Promise<number | null>;
  /** What messages call the field; without it, its path. */
  readonly nameOf?: (path: readonly PropertyKey[]) => string;
}

/** What is read, for messages. */
export interface Wanted {
  /** Of the file. */
  readonly name: string;
  /** “a checklist” */
  readonly what: string;
  /** What it looks like. */
  readonly advice: string;
}

const MAX_READING_MS = 5_000;
/** Nothing that short takes a parser long, and a process of its own takes longer to start. */
const SMALL_CHARS = 1_000;

/** @throws InputError with the line of the first mistake */
export async function parseStructured(
  text: string,
  { name, advice }: Pick<Wanted, 'name' | 'advice'>,
  signal: AbortSignal,
): Promise<Structured> {
  const json = jsonIn(text);
  if (json !== undefined) {
    // Asked for where something is wrong; what is wrong can be said without it.
    let reading: Promise<ParsedYaml | null> | undefined;
    return {
      value: json,
      lineOf: async (path) => {
        const parsed = await (reading ??= parseApart(text, name, signal).catch(() => null));
        return parsed !== null && 'lines' in parsed ? nearestLine(parsed.lines, path) : null;
      },
    };
  }
  const parsed = await parseApart(text, name, signal);
  if ('lines' in parsed)
    return { value: parsed.value, lineOf: (path) => Promise.resolve(nearestLine(parsed.lines, path)) };
  const asJson = name.endsWith('.json') ? jsonMistake(text) : null;
  const mistake = asJson?.mistake ?? parsed.mistake;
  const at = asJson?.at ?? parsed.at;
  const place = at === null ? `${name} cannot be read` : `${name}, line ${at.line}, column ${at.column}`;
  throw new InputError(`${place}: ${mistake}.`, { advice });
}

function parseApart(text: string, name: string, signal: AbortSignal): Promise<ParsedYaml> {
  return inWorkerIfLong<ParsedYaml>({ yaml: text }, () => parseYaml(text), `${name} cannot be read`, signal);
}

/** @param fails what messages begin with where the parser is stopped @throws InputError; CancelledError */
export async function inWorkerIfLong<Read>(
  work: { readonly yaml: string } | { readonly markdown: string },
  parseHere: () => Read | Promise<Read>,
  fails: string,
  signal: AbortSignal,
): Promise<Read> {
  if (Object.values(work).every(({ length }) => length <= SMALL_CHARS)) return parseHere();
  const read = await runInWorker(work, MAX_READING_MS, signal);
  if (read.status === 'failed') throw new InputError(`${fails}: it ${read.reason}.`);
  return read.value as Read;
}

/** Of the nearest field that is there: what is missing is missing from it. */
function nearestLine(lines: ReadonlyMap<string, number>, path: readonly PropertyKey[]): number | null {
  for (let depth = path.length; depth > 0; depth -= 1) {
    const line = lines.get(pathKey(path.slice(0, depth)));
    if (line !== undefined) return line;
  }
  return null;
}

const MAX_PROBLEMS_SHOWN = 5;
const MAX_VALUE_CHARS = 60;

/** @throws InputError that names the fields which cannot be used, with their lines and values */
export async function fitting<Value>(
  schema: z.ZodType<Value>,
  { value, lineOf, nameOf = (path) => path.join('.') }: Structured,
  { name, what, advice }: Wanted,
): Promise<Value> {
  const parsed = parseInOurWords(schema, value);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const problems: string[] = [];
  for (const issue of issues.slice(0, MAX_PROBLEMS_SHOWN)) {
    const { path, message } = issue;
    const keys = path.filter((key) => typeof key !== 'symbol');
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
    const line = await lineOf([...keys, ...unknown]);
    const place = keys.length === 0 ? 'the whole' : nameOf(keys);
    problems.push(`${line === null ? '' : `line ${line}, `}${place}: ${message}${shownValue(value, keys, message)}`);
  }
  const more = issues.length - problems.length;
  throw new InputError(`${name} is not ${what}:\n${problems.join('\n')}${more > 0 ? `\n… and ${more} more` : ''}`, {
    advice,
  });
}

/** Nothing where the field is missing, or is no single value, or the message quotes it. */
function shownValue(whole: unknown, keys: readonly (string | number)[], message: string): string {
  const value = keys.reduce<unknown>(
    (outer, key) => (typeof outer === 'object' && outer !== null ? (outer as Record<string, unknown>)[key] : undefined),
    whole,
  );
  if (!['string', 'number', 'boolean'].includes(typeof value)) return '';
  if (typeof value === 'string' && message.includes(`“${value.slice(0, MAX_VALUE_CHARS)}`)) return '';
  return ` (it is ${JSON.stringify(value).slice(0, MAX_VALUE_CHARS)})`;
}
