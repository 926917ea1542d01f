/** How the scripted model server behaves, and which of its answers go wrong. Deterministic by seed. */
import { sha256Hex } from '../../../src/text/hash.ts';
import type { BatchBehaviour } from './batches.ts';

export type Fault =
  /** HTTP 429; with a Retry-After header where the behaviour names one. */
  | 'rate-limited'
  /** HTTP 500. */
  | 'server-error'
  /** HTTP 401, 402, 403 and 404, at once: whatever else is asked fails as well. */
  | FatalFault
  /** Never answers; the client's timeout has to end it. */
  | 'hang'
  /** Closes the connection in the middle of the reply. */
  | 'drop'
  /** HTTP 200 with a body that is not JSON. */
  | 'broken-body'
  /** JSON that lacks its last characters, said to be complete. */
  | 'malformed'
  /** Half of the JSON, cut at the length limit. */
  | 'truncated'
  | 'fenced'
  /** A lead-in before the JSON. */
  | 'chatty'
  /** A `<think>` block with a draft of an answer in it first. */
  | 'thinking'
  /** The protocol's own `refusal` field. */
  | 'refusal'
  | 'refusal-in-prose'
  | 'empty'
  /** HTTP 400: the prompt exceeds the context window. */
  | 'too-long';

export const FATAL_STATUS = { 'wrong-key': 401, 'no-credit': 402, 'not-allowed': 403, 'no-such-model': 404 } as const;
export type FatalFault = keyof typeof FATAL_STATUS;

/** `refused`: HTTP 400; `ignored`: taken, without effect. */
export type FormatSupport = 'kept' | 'ignored' | 'refused';

export interface Behaviour {
  readonly seed: number;
  /** Before each reply. */
  readonly latencyMs: number;
  /** Share of requests that meet each fault, 0–1; together at most 1. */
  readonly faultRates: Partial<Record<Fault, number>>;
  /** Requests, by their body, that are answered with 503 and the word to come back in an hour; null: none. */
  readonly outage: ((body: string) => boolean) | null;
  /** What a request waits for before it is answered, by its body; null: nothing. */
  readonly gate: ((body: string) => Promise<unknown>) | null;
  /** Of every `everyRequests` requests the first `length` are answered with 429; null: no bursts. */
  readonly burst: { readonly everyRequests: number; readonly length: number } | null;
  /** Requests at once beyond this are answered with 429; null: any number. */
  readonly maxConcurrency: number | null;
  /** Sent with 429; null: no header. */
  readonly retryAfterSeconds: number | null;
  readonly usage: 'given' | 'missing';
  /** Whether it says how much of a prompt it has in a cache. */
  readonly cachesPrompts: boolean;
  /**
   * Token probabilities for those who ask: none; HTTP 400; or given, where each YES, NO and N/A is said to be as
   * probable as this, and the rest is its opposite's.
   */
  readonly probabilities: 'missing' | 'refused' | number;
  readonly formats: Readonly<Record<'json_schema' | 'json_object' | 'tools', FormatSupport>>;
  /** How batches go; null: the server has none. */
  readonly batches: BatchBehaviour | null;
  /** Says in each reply that no model gave it. */
  readonly announces: boolean;
  /** Any other key is answered with 401; null: keys are not looked at. */
  readonly apiKey: string | null;
  /** Any other model is answered with 404; null: any is served. */
  readonly models: readonly string[] | null;
}

export const GOOD_BEHAVIOUR: Behaviour = {
  seed: 1,
  latencyMs: 0,
  faultRates: {},
  outage: null,
  gate: null,
  burst: null,
  maxConcurrency: null,
  retryAfterSeconds: null,
  usage: 'given',
  cachesPrompts: false,
  probabilities: 'missing',
  batches: null,
  formats: { json_schema: 'kept', json_object: 'kept', tools: 'kept' },
  announces: false,
  apiKey: null,
  models: null,
};

/** By the request's body and how often it has come, not by the order of arrival: concurrency changes nothing. */
export function drawFault({ seed, faultRates }: Behaviour, body: string, occurrence: number): Fault | null {
  const draw = parseInt(sha256Hex(`${seed} ${occurrence} ${body}`).slice(0, 8), 16) / 2 ** 32;
  let upTo = 0;
  for (const fault of Object.keys(faultRates).sort().filter(isFault)) {
    upTo += faultRates[fault] ?? 0;
    if (draw < upTo) return fault;
  }
  return null;
}

const FAULTS: Readonly<Record<Fault, true>> = {
  'rate-limited': true,
  'server-error': true,
  hang: true,
  drop: true,
  'broken-body': true,
  malformed: true,
  truncated: true,
  fenced: true,
  chatty: true,
  thinking: true,
  refusal: true,
  'refusal-in-prose': true,
  empty: true,
  'too-long': true,
  'wrong-key': true,
  'no-credit': true,
  'not-allowed': true,
  'no-such-model': true,
};

export function isFault(name: string): name is Fault {
  return Object.hasOwn(FAULTS, name);
}
