/** Says in words why no answer came, from the many shapes of errors that sockets, TLS, DNS and the parser throw. */
import { STATUS_CODES } from 'node:http';
import { fetchFailed, type FetchFailure } from './fetch-outcome.ts';

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

/** Codes after which the same request may well succeed a moment later. */
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

/** Sockets report all addresses that they tried as one error; the first says enough. */
function rootOf(error: unknown): { readonly code: string | null; readonly message: string } {
  if (error instanceof AggregateError && error.errors.length > 0) return rootOf(error.errors[0]);
  if (!(error instanceof Error)) return { code: null, message: String(error) };
  return {
    code: 'code' in error && typeof error.code === 'string' ? error.code : null,
    message: error.message,
  };
}

/** Statuses by which a server that answers keeps readers like us out. */
const REFUSALS = new Set([401, 402, 403, 451]);

/** @param httpStatus of a response that is neither a document nor a redirect */
export function failureOfStatus(httpStatus: number): FetchFailure {
  const name = STATUS_CODES[httpStatus];
  const reason = name === undefined ? `HTTP ${httpStatus}` : `HTTP ${httpStatus} ${name}`;
  return fetchFailed(REFUSALS.has(httpStatus) ? 'blocked-page' : 'unreachable', reason, httpStatus);
}
