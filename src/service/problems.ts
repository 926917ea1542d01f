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
import { problem, type ProblemDetails, type ProblemKind } from '../jobs/queue/problem.ts';
import { redactAll } from '../text/redact.ts';

export { problem, STATUS_OF, type ProblemKind } from '../jobs/queue/problem.ts';

/** Thrown to answer a request with a problem. */
export class ProblemError extends Error {
  readonly problem: Problem;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    kind: ProblemKind,
    detail: string,
    more: ProblemDetails & { readonly headers?: Record<string, string> } = {},
  ) {
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
