/** What is wrong with a value that somebody gave, in our words: where it stands, and what should stand there. */
import { z } from 'zod';
import { nearestNames, sharedPairs } from '../domain/nearest-names.ts';

const MAX_LINES = 5;
/** Wording an issue takes longer than finding it: no value is worth more of them. */
const MAX_ISSUES = 500;

class TooManyIssues extends Error {}

type Parsed<Value> =
  | { readonly success: true; readonly data: Value; readonly error?: never }
  | { readonly success: false; readonly error: z.ZodError };

/** As `schema.safeParse`, in our words but for the messages that the schema brings itself; stops at the 500th issue. */
export function parseInOurWords<Schema extends z.ZodType>(schema: Schema, value: unknown): Parsed<z.output<Schema>> {
  let issues = 0;
  let firstWords = '';
  const error = (issue: z.core.$ZodRawIssue) => {
    issues += 1;
    if (issues > MAX_ISSUES) throw new TooManyIssues();
    const words = wordsOf(issue);
    if (issues === 1) firstWords = `${pathText(issue.path ?? [])}: ${words}`.replace(/^: /u, '');
    return words;
  };
  try {
    const parsed = schema.safeParse(value, { error });
    // Issues are worded when the error is first read.
    return parsed.success ? parsed : { success: false, error: parsed.error };
  } catch (thrown) {
    if (!(thrown instanceof TooManyIssues)) throw thrown;
    const message = `more than ${MAX_ISSUES} values cannot be used; the first: ${firstWords}`;
    return { success: false, error: new z.ZodError([{ code: 'custom', path: [], message, input: undefined }]) };
  }
}

/** "items.2.text: is missing", one for each of the first few problems. @param whole what stands for no path */
export function problemLines({ issues }: z.ZodError, whole = 'the whole'): string[] {
  const lines = issues.slice(0, MAX_LINES).map((issue) => `${pathText(issue.path) || whole}: ${issue.message}`);
  return issues.length > MAX_LINES ? [...lines, `… and ${issues.length - MAX_LINES} more`] : lines;
}

export function pathText(path: readonly PropertyKey[]): string {
  return path.map(String).join('.');
}

function wordsOf(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is missing'
        : `must be ${kindOf(issue.expected)}${butIs(issue.input, issue.expected)}`;
    case 'invalid_value':
      return issue.input === undefined ? 'is missing' : `must be ${listed(issue.values.map(String))}`;
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in UNITS) return 'must not be empty';
      return boundText(issue.origin, issue.inclusive === false ? 'more than' : 'at least', issue.minimum);
    case 'too_big':
      return boundText(issue.origin, issue.inclusive === false ? 'less than' : 'at most', issue.maximum);
    case 'invalid_format':
      return FORMATS[issue.format] ?? 'has an unexpected form';
    case 'unrecognized_keys':
      return `${issue.keys.length === 1 ? 'unknown field' : 'unknown fields'}: ${someNames(issue.keys, issue.inst)}`;
    case 'invalid_union':
      return unionWords(issue.errors);
    default:
      return 'cannot be used';
  }
}

const MAX_NAMES = 10;
const MAX_NAME_CHARS = 60;
/** Of a name and what it may be meant for: “chk” has so much of “check”. */
const MIN_LIKENESS = 0.3;
const MEANT_LIKENESS = 0.75;

/** Whether an unknown field is meant for one that there is: “quote” for “quotes”, but not “question”. */
export function namesNearField({ message }: Pick<z.core.$ZodIssue, 'message'>): boolean {
  return [...message.matchAll(/“([^“”]*)” \(nearest: “([^”]*)/gu)].some(
    ([, name = '', field = '']) => sharedPairs(field.toLowerCase(), name.toLowerCase()) >= MEANT_LIKENESS,
  );
}

/** A few of them stand for what may be thousands of any length. @param schema whose fields they may be meant for */
function someNames(names: readonly string[], schema: unknown): string {
  const fields = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  const shown = names.slice(0, MAX_NAMES).map((name) => {
    if (name.length > MAX_NAME_CHARS) return `“${name.slice(0, MAX_NAME_CHARS)}…”`;
    const isLike = (field: string) => sharedPairs(field.toLowerCase(), name.toLowerCase()) >= MIN_LIKENESS;
    const near = nearestNames(name, fields.filter(isLike));
    return near === '' ? `“${name}”` : `“${name}” (nearest: ${near})`;
  });
  return names.length > MAX_NAMES ? `${shown.join(', ')} and ${names.length - MAX_NAMES} more` : shown.join(', ');
}

/** Of the forms that a value may have, the one that it comes nearest to: the one whose problems lie deepest in it. */
function unionWords(errors: readonly (readonly z.core.$ZodIssue[])[]): string {
  const depth = (issues: (typeof errors)[number]) =>
    issues.reduce((deepest, { path }) => Math.max(deepest, path.length), 0);
  const [nearest] = [...errors].sort((a, b) => depth(b) - depth(a))[0] ?? [];
  if (nearest !== undefined && nearest.path.length > 0) return `${pathText(nearest.path)}: ${nearest.message}`;
  const messages = [...new Set(errors.flatMap((issues) => issues.slice(0, 1).map(({ message }) => message)))];
  return messages.length === 0 ? 'is of no known kind' : messages.join(', or ');
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
};

const kindOf = (name: string) => KINDS[name] ?? `a ${name}`;

/** Nothing where the value is of the right kind and still none, as NaN is. */
function butIs(input: unknown, expected: string): string {
  if (Number.isNaN(input)) return '';
  if (input === Infinity || input === -Infinity) return ', not infinite';
  if (expected === 'int' && typeof input === 'number') return `, not ${input}`;
  const kind = input === null ? 'null' : Array.isArray(input) ? 'array' : typeof input;
  return `, not ${kindOf(kind)}`;
}

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', set: 'entries' };

function boundText(origin: string, relation: string, size: number | bigint): string {
  const unit = UNITS[origin];
  return unit === undefined ? `must be ${relation} ${size}` : `must have ${relation} ${size} ${unit}`;
}

const FORMATS: Readonly<Record<string, string>> = {
  date: 'must be a day, such as 2026-01-31',
  datetime: 'must be a time, such as 2026-01-31T12:00:00Z',
  url: 'must be an address, such as https://example.org',
};

function listed(values: readonly string[]): string {
  return values.length < 2 ? values.join() : `${values.slice(0, -1).join(', ')} or ${values.at(-1) ?? ''}`;
}
