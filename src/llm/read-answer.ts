/** Reads a value from an answer: parse, schema, and the caller's own checks. Pure. */
import { parseInOurWords } from '../domain/issue-words.ts';
import type { ModelCall, ModelFailure, StoredAnswer } from '../domain/model.ts';
import { extractJsonObjects } from './extract-json.ts';

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

/** Takes the last object that fits the schema: earlier ones may be copied from a page. */
export function readAnswer<Value>(
  answer: StoredAnswer,
  { schema, validate, readProse }: Pick<ModelCall<Value>, 'schema' | 'validate' | 'readProse'>,
): Reading<Value> {
  if (answer.stopReason === 'refused') return unread('refused', `The model declined${excerpt(answer.text)}.`);
  const isCut = answer.stopReason === 'length';
  if (answer.text.trim() === '') return isCut ? unread('truncated', CUT) : unread('empty', 'The answer is empty.');
  const parsed = extractJsonObjects(answer.text)
    .reverse()
    .map((object) => parseInOurWords(schema, object));
  const fitting = parsed.find(({ success }) => success);
  const read = (value: Value): Reading<Value> => {
    const problems = validate?.(value) ?? [];
    return { status: 'read', value, answer, problems: problems.slice(0, MAX_PROBLEMS) };
  };
  if (fitting?.success === true) return read(fitting.data);
  if (isCut) return unread('truncated', CUT);
  const inProse = readProse?.(answer.text) ?? null;
  if (inProse !== null) return read(inProse);
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
