/** Reads a value from an answer: parse, schema, and the caller's own checks. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { namesNearField, parseInOurWords } from '../text/issue-words.ts';
import type { ModelCall, ModelFailure, StoredAnswer } from '../domain/model.ts';
import { jsonAnswer } from './extract-json.ts';
import { STATED } from './own-words.ts';
import { readVerdict, turnsFrom } from './read-verdict.ts';

export type Reading<Value> =
  /** It fits the schema; `problems` come from the caller's checks. */
  | {
      readonly status: 'read';
      readonly value: Value;
      readonly answer: StoredAnswer;
      readonly problems: readonly string[];
    }
  | { readonly status: 'unread'; readonly failure: ModelFailure; readonly problems: readonly string[] };

const MAX_PROBLEMS = 20;
const MAX_EXCERPT_CHARS = 160;

type Reader<Value> = Pick<ModelCall<Value>, 'schema' | 'validate' | 'readProse' | 'isOwn' | 'verdict'>;

/**
 * Takes the object that the answer is, if it fits the schema. Beside words, it counts only if `isOwn` knows it or if it is no
 * copy of what was shown, and never if the words state another verdict or turn round.
 * @param shown what the model was shown
 */
export function readAnswer<Value>(answer: StoredAnswer, reader: Reader<Value>, shown = ''): Reading<Value> {
  const { schema, validate, readProse, isOwn, verdict } = reader;
  if (answer.stopReason === 'refused') return unread('refused', `The model declined${excerpt(answer.text)}.`);
  const isCut = answer.stopReason === 'length';
  if (answer.text.trim() === '') return isCut ? unread('truncated', CUT) : unread('empty', 'The answer is empty.');
  const { objects, sources, mistake, before, after } = jsonAnswer(answer.text);
  const read = (value: Value): Reading<Value> => {
    return { status: 'read', value, answer, problems: (validate?.(value) ?? []).slice(0, MAX_PROBLEMS) };
  };
  if (isCut && (objects.length !== 1 || before + after !== '')) return unread('truncated', CUT);
  if (mistake !== null)
    return unread('not-json', `The answer is not one valid JSON object (${mistake})${HINT}${excerpt(answer.text)}.`);
  /** By words beside it. */
  const isOpposed = (value: Value): boolean => {
    if (verdict === undefined) return false;
    const { choices } = verdict;
    const said = verdict.of(value);
    const [first, last] = [before, after].map((words) => readVerdict(words, choices));
    if ([first, last].some((stated) => stated != null && !said.includes(stated))) return true;
    return last == null && turnsFrom(after, said, choices);
  };
  if (objects.length === 0) {
    const inProse = readProse?.(answer.text) ?? null;
    return inProse === null
      ? unread('not-json', `The answer holds no JSON object${excerpt(answer.text)}.`)
      : read(inProse);
  }
  const fitting = objects.map((object) => parsedAs(reader, object));
  const listed = fitting.some(({ success }) => success) ? null : parsedAs(reader, asList(schema, objects));
  const parsed = listed?.success === true ? listed : fitting.at(-1);
  if (parsed?.success === true) {
    const { data } = parsed;
    if (objects.length === 1 && before + after === '') return read(data);
    const isSame = fitting.every((other) => !other.success || isDeepStrictEqual(other.data, data));
    const isKnown = isOwn?.(data) === true && (validate?.(data) ?? []).length === 0;
    const isCopy = () => {
      const all = bare(shown);
      return [...sources, ...membersOf(data, verdict?.of(data) ?? [])].some((source) => all.includes(bare(source)));
    };
    if (isSame && (isKnown || (listed === null && !isCopy())) && !isOpposed(data)) return read(data);
    const beside = objects.length === 1 ? 'words' : 'other objects';
    return unread('not-json', `The answer has ${beside} beside its JSON object${excerpt(answer.text)}.`);
  }
  const issues = (parsed?.error.issues ?? [])
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the object'}: ${message}`);
  return { status: 'unread', failure: 'schema-mismatch', problems: issues };
}

/** Without what changes where JSON is quoted: white space, quotation marks, escapes, a comma at the end. */
const bare = (text: string): string =>
  text
    .replace(/\\[nrt]|&quot;|[\s"'“”‘’«»*\\]/gu, '')
    .replace(/,(?=[}\]])/gu, '')
    .toLowerCase();

/** The members that state the verdict, as they stand in any object: a quotation may leave out the rest. */
function membersOf(data: unknown, said: readonly unknown[]): string[] {
  return Object.entries(data ?? {}).flatMap(([key, member]) =>
    said.includes(member) ? ['{', ','].flatMap((open) => ['}', ','].map((end) => `${open}${key}:${member}${end}`)) : [],
  );
}

/** Rows that stand in no list, where one is all that was asked for. */
function asList(schema: z.ZodType, rows: readonly unknown[]): unknown {
  const [name, ...others] = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
  return name === undefined || others.length > 0 ? undefined : { [name]: rows };
}

const VERDICT_NAME = new RegExp(`${STATED}|met|pass|satisf|fulfil|correct`, 'iu');

/**
 * Members that nobody asked for, beside those that were, are left out: not one that may be meant for another (`applies_when`)
 * or be a second verdict, and none that holds more members, which may be those of another row behind a quotation that was
 * copied as it stands.
 */
function parsedAs<Value>({ schema, verdict }: Reader<Value>, object: unknown) {
  const parsed = parseInOurWords(schema, object);
  if (parsed.success) return parsed;
  const extra = parsed.error.issues.flatMap((issue) => {
    if (issue.code !== 'unrecognized_keys' || namesNearField(issue)) return [null];
    const home = issue.path.reduce((value, key) => (value as Record<PropertyKey, unknown>)[key], object) as object;
    return issue.keys.map((key) => ({ home, key, member: Reflect.get(home, key) as unknown }));
  });
  const spare = extra.filter((one) => one !== null);
  const isKept = ({ key, member }: (typeof spare)[number]) =>
    (typeof member === 'object' && member !== null) || (verdict !== undefined && mayBeVerdict(key, member, verdict));
  if (spare.length < extra.length || spare.some(isKept)) return parsed;
  for (const { home, key } of spare) Reflect.deleteProperty(home, key);
  return parseInOurWords(schema, object);
}

function mayBeVerdict(
  key: string,
  member: unknown,
  { choices }: { readonly choices: readonly (string | number)[] },
): boolean {
  return typeof member === 'boolean' || VERDICT_NAME.test(key) || readVerdict(String(member), choices) !== null;
}

const CUT = 'The answer was cut off at its length limit before it was complete.';
const HINT = '; in a string, a quotation mark is written as \\"';

function unread(failure: ModelFailure, problem: string): Reading<never> {
  return { status: 'unread', failure, problems: [problem] };
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: “${line.length > MAX_EXCERPT_CHARS ? `${line.slice(0, MAX_EXCERPT_CHARS)}…` : line}”`;
}
