/** Failures of a search service, and their messages. */
import { type GroundruleError, InputError, UnavailableError } from '../domain/errors.ts';
import { jsonIn } from '../text/parse-json.ts';
import { printableLine } from '../text/printable.ts';
import { errorIn } from '../web/error-message.ts';
import type { TrustedReply } from '../web/trusted-fetch.ts';
import type { FailureKind } from './engines/engine.ts';

export class RequestFailure extends Error {
  readonly kind: FailureKind;
  /** From the service; null if it sent none. */
  readonly retryAfterMs: number | null;
  readonly status: number | null;

  /** @param message of the service; may be empty */
  constructor(kind: FailureKind, message: string, status: number | null = null, retryAfterMs: number | null = null) {
    super(message);
    this.name = 'RequestFailure';
    this.kind = kind;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
  }
}

const MEANINGS: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'wrong-key'],
  [402, 'quota'],
  [403, 'not-allowed'],
  [408, 'server'],
  [425, 'server'],
  [429, 'rate-limited'],
  // Not Implemented: a retry cannot help.
  [501, 'refused'],
]);

export function usualMeaning(status: number): FailureKind {
  return MEANINGS.get(status) ?? (status >= 500 ? 'server' : 'refused');
}

const MAX_MESSAGE_CHARS = 300;

/** The message in an error body, on one line; empty if there is none. */
export function messageIn({ text }: Pick<TrustedReply, 'text'>): string {
  // Redact before the cut: a service may echo the key.
  return printableLine(errorIn(jsonIn(text))?.message ?? '').slice(0, MAX_MESSAGE_CHARS);
}

interface FailureContext {
  readonly title: string;
  /** The setting with the key or the address, in words after “Check”. */
  readonly setting: string;
  readonly address: string;
  readonly advice?: Readonly<Partial<Record<FailureKind, string>>> | undefined;
}

/** InputError for a wrong setting; UnavailableError for everything else. */
export function explainFailure(failure: RequestFailure, context: FailureContext): GroundruleError {
  const { title, setting, address } = context;
  const tryLater = 'Try again later, or name another search engine as well.';
  const checkAddress = `Check that ${address} is the address of the service; if it is, the service has changed.`;
  const { kind, status, message } = failure;
  const details = message === '' ? '.' : `: ${/[.!?]$/u.test(message) ? message : `${message}.`}`;
  const failed = `failed with status ${status ?? 'unknown'}`;
  const explanations = {
    'wrong-key': [`refuses the credentials${details}`, `Check ${setting}.`],
    'not-allowed': [`does not allow this search${details}`, `Check what the account behind ${setting} may do.`],
    redirect: [
      `redirects to ${message}. Redirects are not followed: they would pass on keys.`,
      'If that address is right, configure it.',
    ],
    'rate-limited': [
      `limits the rate of requests${retryAfterText(failure)}${details}`,
      'Try again later, ask fewer queries or results, or name another search engine as well.',
    ],
    quota: [
      `reports that the quota of the account is exceeded${details}`,
      'Wait until the quota is renewed, raise it with the provider, or choose another search engine.',
    ],
    timeout: [`gave ${message}.`, tryLater],
    connection: [`cannot be reached${details}`, `Check the network and the address ${address}.`],
    server: [`${failed}${details}`, tryLater],
    refused: [`${failed}${details}`, checkAddress],
    'too-large': [`sent a response that is too large (${message}).`, checkAddress],
    malformed: [`sent an undocumented response${details}`, checkAddress],
  } satisfies Record<FailureKind, readonly [explanation: string, advice: string]>;
  const [explanation, usualAdvice] = explanations[kind];
  const KindOfError = WRONG_SETTING.has(kind) ? InputError : UnavailableError;
  return new KindOfError(`${title} ${explanation}`, { advice: context.advice?.[kind] ?? usualAdvice, status });
}

const WRONG_SETTING: ReadonlySet<FailureKind> = new Set(['wrong-key', 'not-allowed', 'redirect']);

function retryAfterText({ retryAfterMs }: RequestFailure): string {
  if (retryAfterMs === null) return '';
  const seconds = retryAfterMs / 1000;
  const [unit, length] = WAIT_UNITS.find(([, , below]) => seconds < below) ?? ['days', 86_400];
  return `; retry after ${Math.ceil(seconds / length)} ${unit}`;
}

const WAIT_UNITS = [
  ['s', 1, 120],
  ['min', 60, 7200],
  ['h', 3600, 172_800],
] as const;
