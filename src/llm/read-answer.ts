/** Reads a value from an answer: parse, schema, and the caller's own checks. Pure. */
import type { z } from 'zod';
import type { ModelCall, ModelFailure, StoredAnswer } from '../domain/model.ts';
import { extractJsonObjects } from './extract-json.ts';

export type Reading<Value> =
  /** It fits the schema; problems are those the caller found. */
  | { readonly status: 'read'; readonly value: Value; readonly problems: readonly string[] }
  | { readonly status: 'unread'; readonly failure: ModelFailure; readonly problems: readonly string[] };

const MAX_PROBLEMS = 20;
const MAX_EXCERPT_CHARS = 160;

/** Of several objects in the answer the last that fits counts: what comes before it may be an echo of a page. */
export function readAnswer<Value>(
  answer: StoredAnswer,
  schema: z.ZodType<Value>,
  validate: ModelCall<Value>['validate'],
): Reading<Value> {
  if (answer.stopReason === 'refused') return unread('refused', `The model declined${excerpt(answer.text)}.`);
  const cut = answer.stopReason === 'length';
  if (answer.text.trim() === '')
    return cut ? unread('truncated', CUT) : unread('empty', 'The answer is empty.');
  const parsed = extractJsonObjects(answer.text)
    .reverse()
    .map((object) => schema.safeParse(object));
  const fitting = parsed.find(({ success }) => success);
  if (fitting?.success === true) {
    const problems = validate?.(fitting.data) ?? [];
    return { status: 'read', value: fitting.data, problems: problems.slice(0, MAX_PROBLEMS) };
  }
  if (cut) return unread('truncated', CUT);
  const error = parsed[0]?.error;
  if (error === undefined)
    return unread('not-json', `The answer holds no complete JSON object${excerpt(answer.text)}.`);
  const issues = error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the object'}: ${message}`);
  return { status: 'unread', failure: 'schema-mismatch', problems: issues };
}

const CUT = 'The answer was cut off at its length limit before it was complete.';

function unread(failure: ModelFailure, problem: string): Reading<never> {
  return { status: 'unread', failure, problems: [problem] };
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: “${line.length > MAX_EXCERPT_CHARS ? `${line.slice(0, MAX_EXCERPT_CHARS)}…` : line}”`;
}
