/** Errors as RFC 9457 says them: what, where in the request, and what to do; nothing of others and nothing of the machine. */
import type { z } from 'zod';
import {
  CancelledError,
  GroundruleError,
  InputError,
  LimitError,
  NoAnswerError,
  SettingError,
  StepFailedError,
  UnavailableError,
} from '../domain/errors.ts';
import type { Problem } from '../domain/job.ts';
import { redactAll } from '../text/redact.ts';

const TITLES = {
  'bad-request': [400, 'The request cannot be read'],
  'key-needed': [401, 'An API key is needed'],
  'not-allowed': [403, 'This is not allowed'],
  'not-found': [404, 'There is no such thing'],
  'no-such-method': [405, 'This address knows no such method'],
  'took-too-long': [408, 'The request took too long to come'],
  conflict: [409, 'This contradicts how things stand'],
  'too-large': [413, 'The request is too large'],
  'wrong-media-type': [415, 'The request is of a type that is not read'],
  'wrong-host': [421, 'The service does not answer to this name'],
  'invalid-input': [422, 'The input cannot be used'],
  'limit-reached': [429, 'A limit was reached'],
  'internal-error': [500, 'The service failed'],
  'model-failed': [502, 'The model gave nothing that can be used'],
  unavailable: [503, 'Something that the service needs does not work now'],
} as const;
export type ProblemKind = keyof typeof TITLES;
export const STATUS_OF = Object.fromEntries(Object.entries(TITLES).map(([kind, [status]]) => [kind, status])) as Record<
  ProblemKind,
  (typeof TITLES)[ProblemKind][0]
>;

type More = Partial<Pick<Problem, 'advice' | 'errors'>>;

export function problem(kind: ProblemKind, detail: string, { advice, errors }: More = {}): Problem {
  const [status, title] = TITLES[kind];
  return {
    type: `/problems/${kind}`,
    ...{ title, status, detail },
    ...(advice === undefined ? {} : { advice }),
    ...(errors === undefined ? {} : { errors }),
  };
}

/** Thrown to answer a request with a problem. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(kind: ProblemKind, detail: string, more: More & { readonly headers?: Record<string, string> } = {}) {
    super(detail);
    this.problem = problem(kind, detail, more);
    this.headers = more.headers ?? {};
  }
}

/** What a run ended with. What is the operator's affair (settings, servers, paths) is not said. */
export function problemOf(error: unknown): Problem {
  if (error instanceof ProblemError) return error.problem;
  const kind = kindOf(error);
  if (kind === 'internal-error') return problem(kind, 'This is a bug in groundrule. The service’s log says more.');
  if (kind === 'unavailable' || !(error instanceof GroundruleError))
    return problem('unavailable', 'Try again later. The service’s log says more.');
  return redactAll(problem(kind, error.message, error.advice === null ? {} : { advice: error.advice }));
}

function kindOf(error: unknown): ProblemKind {
  if (error instanceof SettingError || error instanceof UnavailableError || error instanceof NoAnswerError)
    return 'unavailable';
  if (error instanceof InputError) return 'invalid-input';
  if (error instanceof LimitError) return 'limit-reached';
  if (error instanceof CancelledError) return 'conflict';
  return error instanceof StepFailedError ? 'model-failed' : 'internal-error';
}

const MAX_ERRORS = 20;
const MAX_ERROR_CHARS = 500;

/** @param prefix of each pointer, such as the number of a line */
export function invalidInput({ issues }: z.ZodError, prefix: readonly PropertyKey[] = []): ProblemError {
  const errors = issues.slice(0, MAX_ERRORS).map(({ path, message }) => ({
    pointer: [...prefix, ...path]
      .map((part) => `/${String(part).replaceAll('~', '~0').replaceAll('/', '~1')}`)
      .join('')
      .slice(0, MAX_ERROR_CHARS),
    detail: message.slice(0, MAX_ERROR_CHARS),
  }));
  const [first] = errors;
  const detail =
    first === undefined
      ? 'It cannot be used.'
      : `${first.pointer === '' ? 'The whole' : first.pointer}: ${first.detail}.`;
  return new ProblemError('invalid-input', detail, { errors });
}
