/** Reads a value from an answer: parse, schema, and the caller's own checks. Pure. */
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { namesNearField, parseInOurWords } from '../text/issue-words.ts';
import type { ModelCall, ModelFailure, StoredAnswer } from '../domain/model.ts';
import { jsonAnswer } from './extract-json.ts';

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

/**
 * Takes the object that the answer is, if it fits the schema. Beside words, it may be copied from a page or a response: it
 * counts only if `isOwn` knows it, or if it is plainly announced or explained by words that state no verdict themselves.
 */
export function readAnswer<Value>(
  answer: StoredAnswer,
  { schema, validate, readProse, isOwn }: Pick<ModelCall<Value>, 'schema' | 'validate' | 'readProse' | 'isOwn'>,
): Reading<Value> {
  if (answer.stopReason === 'refused') return unread('refused', `The model declined${excerpt(answer.text)}.`);
  const isCut = answer.stopReason === 'length';
  if (answer.text.trim() === '') return isCut ? unread('truncated', CUT) : unread('empty', 'The answer is empty.');
  const { objects, mistake, place, words } = jsonAnswer(answer.text);
  const read = (value: Value): Reading<Value> => {
    return { status: 'read', value, answer, problems: (validate?.(value) ?? []).slice(0, MAX_PROBLEMS) };
  };
  if (isCut && place !== 'alone') return unread('truncated', CUT);
  if (mistake !== null)
    return unread('not-json', `The answer is not one valid JSON object (${mistake})${HINT}${excerpt(answer.text)}.`);
  if (objects.length === 0) {
    const inProse = readProse?.(answer.text) ?? null;
    return inProse === null
      ? unread('not-json', `The answer holds no JSON object${excerpt(answer.text)}.`)
      : read(inProse);
  }
  const fitting = objects.map((object) => parsedAs(schema, object));
  const parsed = fitting.at(-1);
  if (parsed?.success === true) {
    const { data } = parsed;
    const isPlain = place !== 'anywhere' && (words.trim() === '' || (readProse?.(words) ?? null) === null);
    const isSame = fitting.every((other) => !other.success || isDeepStrictEqual(other.data, data));
    if (isPlain || (isSame && isOwn?.(data) === true && (validate?.(data) ?? []).length === 0)) return read(data);
  }
  if (parsed?.success === true) {
    const beside = objects.length === 1 ? 'words' : 'other objects';
    return unread('not-json', `The answer has ${beside} beside its JSON object${excerpt(answer.text)}.`);
  }
  const issues = (parsed?.error.issues ?? [])
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the object'}: ${message}`);
  return { status: 'unread', failure: 'schema-mismatch', problems: issues };
}

/**
 * Members that nobody asked for, beside those that were, are left out: not one that may be meant for another (`applies_when`),
 * and none that holds more members, which may be those of another row behind a quotation that was copied as it stands.
 */
function parsedAs<Value>(schema: z.ZodType<Value>, object: unknown) {
  const parsed = parseInOurWords(schema, object);
  if (parsed.success) return parsed;
  const known = structuredClone(object);
  for (const issue of parsed.error.issues) {
    if (issue.code !== 'unrecognized_keys' || namesNearField(issue)) return parsed;
    const home = issue.path.reduce((value, key) => (value as Record<PropertyKey, unknown>)[key], known) as object;
    for (const key of issue.keys) {
      const member: unknown = Reflect.get(home, key);
      if (typeof member === 'object' && member !== null) return parsed;
      Reflect.deleteProperty(home, key);
    }
  }
  return parseInOurWords(schema, known);
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
