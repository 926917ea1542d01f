/** Reads a value from an answer: parse, schema, and the caller's own checks. Pure. */
import { parseInOurWords } from '../text/issue-words.ts';
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

/** Takes the object that the answer is, if it fits the schema. One beside other words may be copied from a page. */
export function readAnswer<Value>(
  answer: StoredAnswer,
  { schema, validate, readProse }: Pick<ModelCall<Value>, 'schema' | 'validate' | 'readProse'>,
): Reading<Value> {
  if (answer.stopReason === 'refused') return unread('refused', `The model declined${excerpt(answer.text)}.`);
  const isCut = answer.stopReason === 'length';
  if (answer.text.trim() === '') return isCut ? unread('truncated', CUT) : unread('empty', 'The answer is empty.');
  const { object, isBroken, mistake } = jsonAnswer(answer.text);
  const read = (value: Value): Reading<Value> => {
    return { status: 'read', value, answer, problems: (validate?.(value) ?? []).slice(0, MAX_PROBLEMS) };
  };
  const parsed = object === undefined ? undefined : parseInOurWords(schema, object);
  if (parsed?.success === true) return read(parsed.data);
  if (isCut) return unread('truncated', CUT);
  if (isBroken) {
    const parsers = mistake === undefined ? '' : ` (${mistake})`;
    return unread('not-json', `The answer is not one valid JSON object${parsers}: ${CAUSES}${excerpt(answer.text)}.`);
  }
  if (parsed !== undefined) {
    const issues = parsed.error.issues
      .slice(0, MAX_PROBLEMS)
      .map(({ path, message }) => `${path.map(String).join('.') || 'the object'}: ${message}`);
    return { status: 'unread', failure: 'schema-mismatch', problems: issues };
  }
  const inProse = readProse?.(answer.text) ?? null;
  return inProse === null
    ? unread('not-json', `The answer holds no JSON object${excerpt(answer.text)}.`)
    : read(inProse);
}

const CUT = 'The answer was cut off at its length limit before it was complete.';
const CAUSES =
  'it is incomplete, has a key twice, words beside it, or a quotation mark in a string that is not written as \\"';

function unread(failure: ModelFailure, problem: string): Reading<never> {
  return { status: 'unread', failure, problems: [problem] };
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: “${line.length > MAX_EXCERPT_CHARS ? `${line.slice(0, MAX_EXCERPT_CHARS)}…` : line}”`;
}
