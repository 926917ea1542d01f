/** Reads a value from an answer: parse, schema, and the caller's own checks. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { parseInOurWords } from '../text/issue-words.ts';
import type { ModelCall, ModelFailure, StoredAnswer } from '../domain/model.ts';
import { separateJson } from './extract-json.ts';

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
 * Takes the object that fits the schema and that the caller's checks accept, else the last that fits. Several that are
 * accepted must be the same: one of them may be copied from a page.
 */
export function readAnswer<Value>(
  answer: StoredAnswer,
  { schema, validate, readProse }: Pick<ModelCall<Value>, 'schema' | 'validate' | 'readProse'>,
): Reading<Value> {
  if (answer.stopReason === 'refused') return unread('refused', `The model declined${excerpt(answer.text)}.`);
  const isCut = answer.stopReason === 'length';
  if (answer.text.trim() === '') return isCut ? unread('truncated', CUT) : unread('empty', 'The answer is empty.');
  const { objects, isBroken, mistake } = separateJson(answer.text);
  const parsed = objects.map((object) => parseInOurWords(schema, object));
  const last = parsed.at(-1);
  const problemsOf = (value: Value) => (validate?.(value) ?? []).slice(0, MAX_PROBLEMS);
  const read = (value: Value): Reading<Value> => ({ status: 'read', value, answer, problems: problemsOf(value) });
  // One that does not fit, after others, may be the rest of the answer after a quotation that was taken for its end.
  if (last?.success === true) {
    const accepted = parsed.flatMap((other) =>
      other.success && problemsOf(other.data).length === 0 ? [other.data] : [],
    );
    const [value = last.data, ...others] = accepted;
    return others.every((other) => isDeepStrictEqual(other, value))
      ? read(value)
      : unread('not-json', 'The answer holds several JSON objects that differ.');
  }
  if (isCut) return unread('truncated', CUT);
  if (isBroken) {
    const parsers = mistake === undefined ? '' : ` (${mistake})`;
    return unread('not-json', `The JSON of the answer is not valid${parsers}: ${CAUSES}${excerpt(answer.text)}.`);
  }
  const inProse = readProse?.(answer.text) ?? null;
  if (inProse !== null) return read(inProse);
  if (last === undefined) return unread('not-json', `The answer holds no complete JSON object${excerpt(answer.text)}.`);
  const issues = last.error.issues
    .slice(0, MAX_PROBLEMS)
    .map(({ path, message }) => `${path.map(String).join('.') || 'the object'}: ${message}`);
  return { status: 'unread', failure: 'schema-mismatch', problems: issues };
}

const CUT = 'The answer was cut off at its length limit before it was complete.';
const CAUSES = 'it is incomplete, has a key twice, or a string in it has a quotation mark that is not written as \\"';

function unread(failure: ModelFailure, problem: string): Reading<never> {
  return { status: 'unread', failure, problems: [problem] };
}

function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '';
  return `: “${line.length > MAX_EXCERPT_CHARS ? `${line.slice(0, MAX_EXCERPT_CHARS)}…` : line}”`;
}
