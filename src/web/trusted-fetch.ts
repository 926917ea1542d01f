/**
 * Requests to services that the user configured. The address is trusted; time and bytes of the response are limited,
 * and errors show no secrets. Never use it for addresses from pages or search results.
 */
import type { Dispatcher } from 'undici';
import { redact } from '../text/redact.ts';
import { explainNetworkError } from './fetch-outcome.ts';
import { throwIfAborted, TimeoutError, withTimeout } from './abort.ts';

export type Fetch = (
  url: URL,
  init: {
    readonly method: string;
    readonly headers: Record<string, string>;
    readonly body?: string;
    readonly redirect: 'manual';
    readonly signal: AbortSignal;
  },
) => Promise<FetchResponse>;

interface FetchResponse {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly body: (AsyncIterable<Uint8Array> & { cancel(): Promise<void> }) | null;
}

export type ReplyHeaders = Pick<Headers, 'get'>;

export interface TrustedRequest {
  readonly url: URL;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface TrustedFetchOptions {
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly fetch?: Fetch | undefined;
}

export interface TrustedReply {
  readonly status: number;
  readonly headers: ReplyHeaders;
  readonly text: string;
}

export type TrustedFetchFailure = 'timeout' | 'connection' | 'too-large' | 'redirect';

export class TrustedFetchError extends Error {
  readonly kind: TrustedFetchFailure;

  constructor(kind: TrustedFetchFailure, message: string) {
    super(message);
    this.name = 'TrustedFetchError';
    this.kind = kind;
  }
}

/**
 * Refuses redirects: they would send the key to another address.
 * @throws TrustedFetchError without a cause, because Node's errors may contain a header; CancelledError
 */
export async function trustedFetch(request: TrustedRequest, options: TrustedFetchOptions): Promise<TrustedReply> {
  const { signal, timeoutMs } = options;
  throwIfAborted(signal);
  try {
    return await withTimeout(timeoutMs, signal, (limited) => exchange(request, options, limited));
  } catch (error) {
    throwIfAborted(signal);
    if (error instanceof TrustedFetchError) throw error;
    const kind = error instanceof TimeoutError ? 'timeout' : 'connection';
    throw new TrustedFetchError(kind, redact(reasonOf(error)));
  }
}

// oxlint-disable-next-line no-restricted-globals -- the only place that may use it
const platformFetch = fetch;

async function exchange(
  { url, method = 'GET', headers = {}, body }: TrustedRequest,
  { maxBytes, fetch: send = platformFetch }: TrustedFetchOptions,
  signal: AbortSignal,
): Promise<TrustedReply> {
  const response = await send(url, {
    method,
    headers: { accept: 'application/json', 'user-agent': 'groundrule', ...headers },
    ...(body === undefined ? {} : { body }),
    redirect: 'manual',
    signal,
  });
  await refuseRedirect(response, url);
  const chunks: Uint8Array[] = [];
  let size = 0;
  // An exception in the loop closes the connection.
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return { status: response.status, headers: response.headers, text: new TextDecoder().decode(Buffer.concat(chunks)) };
}

/**
 * A fetch for an SDK, with the same rules: it refuses redirects and limits the response.
 * @param proxy null: straight to the server
 * @returns a fetch that fails with a TrustedFetchError; so does reading a body that is too large
 */
export function boundedFetch(maxBytes: number, proxy: Dispatcher | null): typeof globalThis.fetch {
  return async (input, init) => {
    const way = proxy === null ? {} : { dispatcher: proxy };
    const response = await platformFetch(input, { ...init, ...way, redirect: 'manual' });
    await refuseRedirect(response, new URL(response.url));
    let size = 0;
    const bounded = new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        size += chunk.byteLength;
        if (size > maxBytes) controller.error(tooLarge(maxBytes));
        else controller.enqueue(chunk);
      },
    });
    return new Response(response.body?.pipeThrough(bounded) ?? null, response);
  };
}

type Redirectable = Pick<FetchResponse, 'status' | 'headers'> & {
  readonly body: Pick<NonNullable<FetchResponse['body']>, 'cancel'> | null;
};

export async function refuseRedirect({ status, headers, body }: Redirectable, base: URL): Promise<void> {
  const location = headers.get('location');
  if (status < 300 || status > 399 || location === null) return;
  await body?.cancel();
  throw new TrustedFetchError('redirect', withoutQuery(location, base));
}

/** The query may contain a key. */
function withoutQuery(location: string, base: URL): string {
  if (!URL.canParse(location, base.href)) return 'an invalid address';
  const { origin, pathname } = new URL(location, base);
  return `${origin}${pathname}`;
}

export function tooLarge(maxBytes: number): TrustedFetchError {
  return new TrustedFetchError('too-large', `more than ${maxBytes} bytes`);
}

/** The innermost cause: fetch itself only says “fetch failed”, or “cancelled” if a proxy refuses. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error ? reasonOf(error.cause) : explainNetworkError(error);
}
