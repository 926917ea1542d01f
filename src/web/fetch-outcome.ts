/** Requests and outcomes of the guarded fetch. */
import { STATUS_CODES } from 'node:http';
import { errorCode, messageOf } from '../domain/errors.ts';
import type { DocumentFailure } from '../domain/ports.ts';

interface Validators {
  readonly etag: string | null;
  readonly lastModified: string | null;
}

/** Middleware around each request, redirect targets included. It may delay a request or refuse it. */
export type Gate = (url: URL, request: () => Promise<Answer>) => Promise<Answer>;

export interface FetchRequest {
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  readonly whenTooLarge: 'fail' | 'cut';
  readonly conditional?: Validators & { readonly url: string };
  readonly acceptsType?: (contentType: string | null) => boolean;
  readonly gate?: Gate;
  /** robots.txt may be fetched from a host of which only some paths are allowed. */
  readonly isForRobots?: boolean;
}

export interface Fetched extends Validators {
  readonly status: 'fetched';
  readonly finalUrl: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | null;
  readonly fetchedAt: string;
  /** Earlier URLs of the redirect chain, in order. */
  readonly redirects: readonly string[];
}

export interface NotModified {
  readonly status: 'not-modified';
  readonly fetchedAt: string;
}

export interface FetchFailure extends DocumentFailure {
  readonly status: 'failed';
  /** Null if no server answered, or if the answer was not the reason. */
  readonly httpStatus: number | null;
}

interface Redirect {
  readonly status: 'redirect';
  /** The Location header as sent: relative, absolute or invalid. */
  readonly location: string;
}
/** Outcome of one request. */
export type Answer = Omit<Fetched, 'redirects'> | NotModified | FetchFailure | Redirect;

export type FetchOutcome = Fetched | NotModified | FetchFailure;
/** @throws CancelledError if the signal is aborted; all other failures are outcomes */
export type GuardedFetch = (url: string, request: FetchRequest) => Promise<FetchOutcome>;

export function fetchFailed(
  decision: FetchFailure['decision'],
  reason: string,
  httpStatus: number | null = null,
): FetchFailure {
  return { status: 'failed', decision, reason, httpStatus };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name does not exist',
  EAI_AGAIN: 'the host name could not be looked up',
  ECONNREFUSED: 'the server refuses connections',
  ECONNRESET: 'the connection was cut',
  EPIPE: 'the connection was cut',
  UND_ERR_SOCKET: 'the connection was cut',
  ETIMEDOUT: 'the server cannot be reached',
  EHOSTUNREACH: 'the server cannot be reached',
  ENETUNREACH: 'the server cannot be reached',
  UND_ERR_CONNECT_TIMEOUT: 'the server cannot be reached',
  UND_ERR_HEADERS_OVERFLOW: 'the response headers are too large',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: 'the response is shorter or longer than it says',
};
/** Errors after which an immediate retry may succeed. */
const TRANSIENT = new Set(['EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET']);

export function explainNetworkError(error: unknown): string {
  const { code, message } = rootOf(error);
  if (code === null) return message;
  const known = REASONS[code];
  if (known !== undefined) return `${known} (${code})`;
  if (/CERT|SSL|TLS|SIGNED|UNABLE_TO/.test(code)) return `no trustworthy TLS connection (${code})`;
  return `${message} (${code})`;
}

export function isTransient(error: unknown): boolean {
  return TRANSIENT.has(rootOf(error).code ?? '');
}

/** Node reports the failures of all addresses as one error; use the first. */
function rootOf(error: unknown): { readonly code: string | null; readonly message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  return { code: errorCode(error), message: messageOf(error) };
}

/** Statuses that refuse access to a page. */
const REFUSALS = new Set([401, 402, 403, 451]);

/** @param httpStatus neither success nor redirect */
export function failureOfStatus(httpStatus: number): FetchFailure {
  const name = STATUS_CODES[httpStatus];
  const reason = name === undefined ? `HTTP ${httpStatus}` : `HTTP ${httpStatus} ${name}`;
  return fetchFailed(REFUSALS.has(httpStatus) ? 'blocked-page' : 'unreachable', reason, httpStatus);
}
