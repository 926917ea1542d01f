/** Errors of a model endpoint, by what to do about them. They contain no secrets. */
import { z } from 'zod';
import { printableLine } from '../text/printable.ts';
import { explainNetworkError } from '../web/fetch-outcome.ts';
import { parseRetryAfter } from '../web/retry.ts';
import { CutError } from '../web/text-fetch.ts';
import { TrustedFetchError } from '../web/trusted-fetch.ts';
import { TimeoutError } from '../web/abort.ts';
import type { TokenUsage } from '../domain/model.ts';

type EndpointErrorKind =
  | 'rate-limited'
  | 'server'
  | 'timeout'
  /** None was made, or nothing was sent over it. */
  | 'connection'
  /** It broke after the request may have been sent. */
  | 'cut'
  /** Its reply cannot be read. */
  | 'not-a-model-server'
  | 'no-credit'
  | 'wrong-key'
  | 'not-allowed'
  | 'no-such-model'
  | 'no-such-address'
  | 'bad-request'
  | 'too-long'
  | 'filtered'
  | 'redirect'
  | 'too-large';

/** What the server says that it took; `unknown`: it may have made, and billed, an answer, and does not say. Null: it bills nothing. */
export type Billed = Omit<TokenUsage, 'estimated'> | 'unknown' | null;

/** Unless the server says more. */
const MAY_BE_BILLED: ReadonlySet<EndpointErrorKind> = new Set(['timeout', 'cut', 'too-large', 'not-a-model-server']);

export class EndpointError extends Error {
  readonly kind: EndpointErrorKind;
  readonly status: number | null;
  /** From the server; null if it sent none. */
  readonly retryAfterMs: number | null;
  /** What it says in the body of an error, safe to print; null if it says nothing there. */
  readonly words: string | null;
  /** System code of a failed connection, such as `ECONNREFUSED`. */
  readonly code: string | null;
  readonly billed: Billed;

  constructor(
    message: string,
    kind: EndpointErrorKind,
    details: Partial<Pick<EndpointError, 'status' | 'retryAfterMs' | 'words' | 'code' | 'billed'>> = {},
  ) {
    super(message);
    this.name = 'EndpointError';
    this.kind = kind;
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
    this.words = details.words ?? null;
    this.code = details.code ?? null;
    this.billed = details.billed === undefined && MAY_BE_BILLED.has(kind) ? 'unknown' : (details.billed ?? null);
  }

  /** The same words, classed otherwise. */
  as(kind: EndpointErrorKind, billed: Billed): EndpointError {
    const { message, status, retryAfterMs, words, code } = this;
    return new EndpointError(message, kind, { status, retryAfterMs, words, code, billed });
  }
}

/** A server's message is cut at this length. UTF-16 units. */
const MAX_MESSAGE_CHARS = 300;

/** The fields that the errors of all provider packages share. */
const SdkError = z.object({
  name: z.string().catch(''),
  message: z.string().catch(''),
  status: z.number().optional().catch(undefined),
  statusCode: z.number().optional().catch(undefined),
  code: z.string().optional().catch(undefined),
  type: z.string().optional().catch(undefined),
  headers: z.unknown().optional(),
  error: z
    .object({ message: z.string().optional().catch(undefined) })
    .optional()
    .catch(undefined),
});

/** Does not keep the original as the cause: SDK errors may contain the key in headers or settings. */
export function toEndpointError(error: unknown, now: Date): EndpointError {
  if (error instanceof EndpointError) return error;
  if (error instanceof TimeoutError) return new EndpointError(error.message, 'timeout');
  const refusedResponse = refusedResponseError(error);
  if (refusedResponse !== null) return refusedResponse;
  const sdk = SdkError.safeParse(error).data;
  const status = sdk?.status ?? sdk?.statusCode ?? null;
  const words = sdk?.error?.message === undefined ? null : tidyMessage(sdk.error.message);
  const message = words ?? tidyMessage(sdk?.message ?? String(error));
  if (sdk?.name === 'ContextOverflowError') return new EndpointError(message, 'too-long', { status });
  if (status === null) {
    const failed = connectionFailure(error);
    if (failed !== null) return new EndpointError(failed.reason, failed.isCut ? 'cut' : 'connection', failed);
    // What cannot be parsed may say anything.
    const isConnectionError =
      error instanceof Error &&
      !(error instanceof SyntaxError) &&
      /fetch failed|connection error|terminated|socket/i.test(message);
    const kind = !isConnectionError ? 'not-a-model-server' : message === 'terminated' ? 'cut' : 'connection';
    return new EndpointError(message, kind, { words });
  }
  const kind = kindOf(status, `${sdk?.code ?? ''} ${sdk?.type ?? ''}`, message);
  const billed = MADE_TOO_LATE.has(status) ? { billed: 'unknown' as const } : {};
  return new EndpointError(message, kind, { status, words, retryAfterMs: retryAfterMs(sdk?.headers, now), ...billed });
}

/** Codes of connections that break on the way, and of what is no HTTP. */
const CUT = /^(ECONNRESET|EPIPE|HPE_.*|UND_ERR_(SOCKET|HEADERS_TIMEOUT|BODY_TIMEOUT|RES_CONTENT_LENGTH_MISMATCH))$/;

/** Of gateways that gave up waiting: the server behind them may have answered since. 524: Cloudflare's. */
const MADE_TOO_LATE: ReadonlySet<number> = new Set([504, 524]);

/**
 * What ends a run goes by status, code, or how the server's own words begin: a message may quote the prompt further on.
 * @param code of the error, and its type
 */
function kindOf(status: number, code: string, message: string): EndpointErrorKind {
  if (status === 402 || /insufficient_quota/i.test(code) || NO_CREDIT.test(message)) return 'no-credit';
  if (status === 429) return 'rate-limited';
  // 501 Not Implemented: a retry cannot help.
  if (status === 408 || status === 425 || (status >= 500 && status !== 501)) return 'server';
  if (status === 401 || /invalid_api_key/i.test(code) || WRONG_KEY.test(message)) return 'wrong-key';
  const text = `${code} ${message}`;
  // Some servers send 403 for a prompt that their moderation rejects.
  if (status === 403 && !FILTERED.test(text)) return 'not-allowed';
  if (status === 404 && /model/i.test(text)) return 'no-such-model';
  if (status === 404 || status === 405 || status < 400) return 'no-such-address';
  if (status === 413 || TOO_LONG.test(text)) return 'too-long';
  return FILTERED.test(text) ? 'filtered' : 'bad-request';
}

/** What clients and gateways put before a message: a status, names of errors, the body's JSON. */
const BEFORE = String.raw`^(?:(?:\d{3}|\[[^\]]{1,80}\]:?|Error fetching from \S+|\S{1,80}(?:Error|Exception)(?::| -)) ){0,4}(?:\{.{0,150}?"message": ?")?`;

/** Anthropic's “Your credit balance …”, with status 400, among others. */
const NO_CREDIT = new RegExp(
  `${BEFORE}((you are )?out of credits|insufficient quota|your credit balance is too low)`,
  'i',
);

/** Google's “API key not valid”, with status 400, among others. */
const WRONG_KEY = new RegExp(`${BEFORE}(invalid api key|api key not valid)`, 'i');

/** Codes and words for a prompt that moderation rejects: OpenAI's own code is `invalid_prompt`. */
const FILTERED = /invalid_prompt|content_policy|content.?(filter|management policy)|flagged|moderation/i;

/** The words about `inputs` are Text Generation Inference's, those about a token count Gemini's. */
const TOO_LONG =
  /context.?(length|window|size)|too many tokens|(prompt|input) is too long|`inputs` (tokens \+|must have less)|token count .{0,40}exceeds/i;

/** One line, safe to print, without secrets and without LangChain's appended advice. */
function tidyMessage(raw: string): string {
  return printableLine(raw)
    .replace(/\s*Troubleshooting URL:.*$/, '')
    .slice(0, MAX_MESSAGE_CHARS);
}

function retryAfterMs(headers: unknown, now: Date): number | null {
  const read = (name: string): string | null => {
    if (headers instanceof Headers) return headers.get(name);
    const value = z.record(z.string(), z.unknown()).safeParse(headers).data?.[name];
    return typeof value === 'string' ? value : null;
  };
  const inMs = Number(read('retry-after-ms') ?? Number.NaN);
  return Number.isFinite(inMs) && inMs >= 0 ? inMs : parseRetryAfter(read('retry-after'), now);
}

/** Errors of our own fetch, which the SDK may wrap. */
function refusedResponseError(error: unknown): EndpointError | null {
  if (error instanceof TrustedFetchError && (error.kind === 'redirect' || error.kind === 'too-large'))
    return new EndpointError(error.message, error.kind);
  if (error instanceof CutError) return new EndpointError(error.message, 'cut');
  return error instanceof Error ? refusedResponseError(error.cause) : null;
}

/** Node and undici nest the code several causes deep. */
function connectionFailure(error: unknown) {
  let current = error;
  for (let depth = 0; depth < 5 && current instanceof Error; depth++) {
    if (
      'code' in current &&
      typeof current.code === 'string' &&
      /^(E[A-Z]|UND_ERR|HPE_|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(current.code)
    ) {
      // Whatever the code: what is read or written has a connection.
      const isOfConnected = 'syscall' in current && (current.syscall === 'read' || current.syscall === 'write');
      const reason = tidyMessage(explainNetworkError(current));
      return { code: current.code, reason, isCut: isOfConnected || CUT.test(current.code) };
    }
    current = current.cause;
  }
  return null;
}
