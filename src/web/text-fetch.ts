/** A fetch for SDKs that send a text and read the whole reply, with the rules of `boundedFetch`. */
import type { Dispatcher } from 'undici';
import { abortable } from './abort.ts';
import { explainNetworkError } from './fetch-outcome.ts';
import { ACCEPTED_ENCODINGS, EncodingError, readBody, TooLargeError } from './read-body.ts';
import { refuseRedirect, tooLarge } from './trusted-fetch.ts';

/** The server answered, and its reply broke off. */
export class CutError extends Error {}

/** One for all without a proxy, as the platform's fetch has it: who asks the same server shares its connections. */
let shared: Dispatcher | undefined;

/**
 * Takes a quarter of the processor time of the platform's fetch, which makes streams of both bodies. The caller limits the
 * time: there is no timeout here.
 * @param proxy null: straight to the server
 * @returns a fetch that fails with a TrustedFetchError for a redirect or a reply of more than `maxBytes`, with a CutError
 */
export async function createTextFetch(
  maxBytes: number,
  proxy: Dispatcher | null = null,
): Promise<typeof globalThis.fetch> {
  const { Agent } = await import('./undici.ts');
  const agent = proxy ?? (shared ??= new Agent());
  return async (input, init = {}) => {
    const { method = 'GET', body = null, signal } = init;
    if (body !== null && typeof body !== 'string') throw new TypeError('Only a text can be sent.');
    const url = new URL(input instanceof Request ? input.url : input);
    const sent = send(agent, {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: { 'accept-encoding': ACCEPTED_ENCODINGS, ...Object.fromEntries(new Headers(init.headers)) },
      body,
      // With the request: a proxy's agent does not pass its own on.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...(signal == null ? {} : { signal }),
    });
    const { statusCode: status, ...reply } = await (signal == null ? sent : untilAborted(sent, signal));
    // A destroyed body emits an error.
    reply.body.on('error', () => undefined);
    const headers = headersOf(reply);
    await refuseRedirect({ status, headers, body: { cancel: async () => void reply.body.destroy() } }, url);
    const bounds = { maxBytes, whenTooLarge: 'fail' } as const;
    const bytes = await readBody(reply.body, headers.get('content-encoding'), bounds).catch((error: unknown) => {
      // Its status says enough: of a refusal with an empty body some servers say that it is compressed.
      if (error instanceof EncodingError && status >= 400) return new Uint8Array();
      if (error instanceof TooLargeError) throw tooLarge(maxBytes);
      throw error instanceof EncodingError || signal?.aborted === true
        ? error
        : new CutError(explainNetworkError(error));
    });
    return new ReadResponse(bytes, { status, headers });
  };
}

/** The SDKs take whatever is called AbortError for their own timeout, and undici calls the refusal of a proxy so. */
function send(agent: Dispatcher, request: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
  return agent.request(request).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'AbortError' ? new Error(error.message, { cause: error }) : error;
  });
}

/** Its body has been read: the platform's would make a stream of it, and read that again. */
class ReadResponse extends Response {
  readonly #bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>, init: ResponseInit) {
    // Some statuses allow no body, not even an empty one.
    super(null, init);
    this.#bytes = bytes;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(this.#bytes);
  }

  override async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return this.#bytes.buffer;
  }
}

/** undici looks at the signal only once it is connected. @throws the signal's reason */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return abortable(work, signal).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}

function headersOf({ headers }: Pick<Dispatcher.ResponseData, 'headers'>): Headers {
  return new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      [value ?? []].flat().map((each): [string, string] => [name, each]),
    ),
  );
}
