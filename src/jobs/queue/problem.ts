/** Problems as RFC 9457 describes them. */
import type { Problem } from '../../domain/job.ts';

const TITLES = {
  'bad-request': [400, 'The request cannot be read'],
  'key-needed': [401, 'An API key is needed'],
  'not-allowed': [403, 'This is not allowed'],
  'not-found': [404, 'There is no such thing'],
  'no-such-method': [405, 'Method not allowed'],
  'took-too-long': [408, 'The request took too long to come'],
  conflict: [409, 'Conflict'],
  'too-large': [413, 'The request is too large'],
  'wrong-media-type': [415, 'The request is of a type that is not read'],
  'wrong-host': [421, 'The service does not answer to this name'],
  'invalid-input': [422, 'The input cannot be used'],
  'limit-reached': [429, 'A limit was reached'],
  'internal-error': [500, 'The service failed'],
  'model-failed': [502, 'The model gave nothing that can be used'],
  unavailable: [503, 'A dependency is unavailable'],
} as const;
export type ProblemKind = keyof typeof TITLES;
export const STATUS_OF = Object.fromEntries(Object.entries(TITLES).map(([kind, [status]]) => [kind, status])) as Record<
  ProblemKind,
  (typeof TITLES)[ProblemKind][0]
>;

export function isProblemKind(text: string): text is ProblemKind {
  return Object.hasOwn(TITLES, text);
}

export type ProblemDetails = Partial<Pick<Problem, 'advice' | 'errors'>>;

export function problem(kind: ProblemKind, detail: string, { advice, errors }: ProblemDetails = {}): Problem {
  const [status, title] = TITLES[kind];
  return {
    type: `/problems/${kind}`,
    title,
    status,
    detail,
    ...(advice === undefined ? {} : { advice }),
    ...(errors === undefined ? {} : { errors }),
  };
}
