/** One request through the guarded agent: a document, a redirect, or a failure as a value. */
import { isUtf8 } from 'node:buffer';
import { addAbortSignal } from 'node:stream';
import type { Dispatcher } from 'undici';
import type { Clock } from '../domain/run-context.ts';
import { explainNetworkError, failureOfStatus, fetchFailed, isTransient } from './fetch-outcome.ts';
import type { Answer, FetchFailure, FetchRequest } from './fetch-outcome.ts';
import { RefusedAddressError } from './guarded-agent.ts';
import { ACCEPTED_ENCODINGS, EncodingError, readBody, TooLargeError } from './read-body.ts';
import { parseRetryAfter } from './retry.ts';
import { throwIfAborted, TimeoutError, withTimeout } from './abort.ts';

/** A retry may succeed; `failure` is the outcome without one. */
export class TryAgainError extends Error {
  readonly failure: FetchFailure;
  /** From the server; null if the connection broke. */
  readonly retryAfterMs: number | null;

  constructor(failure: FetchFailure, retryAfterMs: number | null) {
    super(failure.reason);
    this.failure = failure;
    this.retryAfterMs = retryAfterMs;
  }
}

interface RequestOnceOptions {
  readonly agent: Dispatcher;
  readonly userAgent: string;
  readonly firstByteTimeoutMs: number;
  readonly maxHeaders: number;
  readonly clock: Clock;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const ACCEPTED_TYPES = 'text/html, application/xhtml+xml, application/pdf, text/markdown, text/plain;q=0.9, */*;q=0.1';

/** @param signal also aborts reading the body @throws TryAgainError; the error of an aborted signal */
export async function requestOnce(
  url: URL,
  request: FetchRequest,
  signal: AbortSignal,
  options: RequestOnceOptions,
): Promise<Answer> {
  const { agent, userAgent, firstByteTimeoutMs, maxHeaders, clock } = options;
  const { conditional, acceptsType } = request;
  const validators = conditional?.url === url.href ? conditional : undefined;
  let response: Dispatcher.ResponseData;
  try {
    response = await withTimeout(firstByteTimeoutMs, signal, (headSignal) =>
      agent.request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        signal: headSignal,
        headers: {
          'user-agent': userAgent,
          accept: ACCEPTED_TYPES,
          'accept-encoding': ACCEPTED_ENCODINGS,
          ...(validators?.etag == null ? {} : { 'if-none-match': validators.etag }),
          ...(validators?.lastModified == null ? {} : { 'if-modified-since': validators.lastModified }),
        },
      }),
    );
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof TimeoutError) return fetchFailed('unreachable', error.message);
    if (error instanceof RefusedAddressError) return fetchFailed('unreachable', `refused: ${error.message}`);
    const failure = fetchFailed('unreachable', explainNetworkError(error));
    if (isTransient(error)) throw new TryAgainError(failure, null);
    return failure;
  }

  const { statusCode: httpStatus, headers, body } = response;
  // A destroyed body emits an error.
  body.on('error', () => undefined);
  const header = (name: string): string | null => [headers[name]].flat()[0] ?? null;
  const discardBody = <Result>(result: Result): Result => {
    body.destroy();
    return result;
  };
  if (Object.values(headers).flat().length > maxHeaders)
    return discardBody(fetchFailed('unreachable', `more than ${maxHeaders} response headers`));
  const fetchedAt = clock.now().toISOString();
  const location = header('location');
  if (REDIRECTS.has(httpStatus) && location !== null)
    return discardBody({ status: 'redirect', location: asSent(location) });
  if (httpStatus === 304 && validators !== undefined) return discardBody({ status: 'not-modified', fetchedAt });
  if (httpStatus === 429 || httpStatus === 503) {
    const retryAfterMs = parseRetryAfter(header('retry-after'), clock.now());
    const failure = discardBody(failureOfStatus(httpStatus));
    if (retryAfterMs === null) return failure;
    throw new TryAgainError(failure, retryAfterMs);
  }
  if (httpStatus < 200 || httpStatus > 299) return discardBody(failureOfStatus(httpStatus));
  if (httpStatus === 206)
    return discardBody(fetchFailed('unreadable', 'the server sent a part of the document', httpStatus));
  const contentType = header('content-type');
  if (acceptsType?.(contentType) === false)
    return discardBody(fetchFailed('not-text', `content type ${contentType ?? ''} is not a page`, httpStatus));
  if (request.whenTooLarge === 'fail' && Number(header('content-length')) > request.maxBytes)
    return discardBody(fetchFailed('too-large', `more than ${request.maxBytes} bytes`, httpStatus));
  try {
    const bytes = await readBody(addAbortSignal(signal, body), header('content-encoding'), request);
    const finalUrl = url.href;
    const etag = header('etag');
    const lastModified = header('last-modified');
    return { status: 'fetched', finalUrl, bytes, contentType, etag, lastModified, fetchedAt };
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof TooLargeError) return fetchFailed('too-large', error.message, httpStatus);
    if (error instanceof EncodingError) return fetchFailed('unreadable', error.message, httpStatus);
    return fetchFailed('unreachable', explainNetworkError(error), httpStatus);
  }
}

/** The agent reads headers as Latin-1; many servers send addresses in UTF-8, as browsers take them. */
function asSent(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : header;
}
