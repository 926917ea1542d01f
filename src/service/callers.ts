/** Who asks: somebody on this machine, or whoever has an API key; what they may, and how often. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiKey, type ApiKeyRecords, type Scope } from '../domain/api-key.ts';
import type { Clock } from '../domain/run-context.ts';
import { ProblemError } from './problems.ts';

export interface Caller {
  /** Of an API key, or `local`. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Counts what a request asks for beyond itself, such as the jobs of a batch. @throws ProblemError: more than the rate allows */
  readonly spend: (requests: number) => void;
  /** What is left of its rate now; null: it has none. */
  readonly rate: () => Rate | null;
}

/** Requests that may be made at once, and in how many seconds all of them may be again. */
export interface Rate {
  readonly perMinute: number;
  readonly remaining: number;
  readonly resetSeconds: number;
}

/** As the IETF's draft of RateLimit header fields (draft-ietf-httpapi-ratelimit-headers) has them. */
export function rateHeaders({ perMinute, remaining, resetSeconds }: Rate): Record<string, string> {
  return {
    'ratelimit-policy': `"key";q=${perMinute};w=60`,
    ratelimit: `"key";r=${remaining};t=${resetSeconds}`,
  };
}

/** Where no keys are asked for: the service then listens on loopback alone. */
export const LOCAL_CALLER: Caller = {
  id: 'local',
  scopes: new Set(['admin']),
  spend: () => undefined,
  rate: () => null,
};

export function mayDo({ scopes }: Caller, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('admin');
}

const KEY = /^grk_([0-9a-f]{16})_[\w-]{43}$/u;

export function isKey(text: string): boolean {
  return KEY.test(text);
}

const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

export type NewKey = Pick<ApiKey, 'name' | 'scopes' | 'requestsPerMinute' | 'maxUsd' | 'expiresAt'>;

/** @returns the key, which is shown this once, and what is kept of it */
export function makeKey(asked: NewKey, clock: Clock): { readonly key: string; readonly record: ApiKey } {
  const id = randomBytes(8).toString('hex');
  const key = `grk_${id}_${randomBytes(32).toString('base64url')}`;
  const made = { id, hash: hashOf(key), createdAt: clock.now().toISOString(), revokedAt: null };
  return { key, record: ApiKey.parse({ ...asked, ...made }) };
}

interface Bucket {
  readonly tokens: number;
  readonly atMs: number;
  readonly perMinute: number;
}

/** More names than are met in a minute by chance. */
const MAX_BUCKETS = 10_000;

/**
 * As many requests a minute as are allowed, and as many at once after a pause. `take` returns null where they are, and
 * otherwise in how many seconds they will be.
 */
function createBuckets(clock: Clock) {
  const buckets = new Map<string, Bucket>();
  const tokensOf = ({ tokens, atMs, perMinute }: Bucket, nowMs: number) =>
    Math.min(perMinute, tokens + ((nowMs - atMs) / 60_000) * perMinute);

  /** A full bucket says nothing. One that is not must stay, or its owner would begin anew. */
  function forgetFull(nowMs: number): void {
    for (const [name, bucket] of buckets) if (tokensOf(bucket, nowMs) >= bucket.perMinute) buckets.delete(name);
  }

  const rateOf = (name: string, perMinute: number): Rate => {
    const known = buckets.get(name);
    const tokens = known === undefined ? perMinute : tokensOf({ ...known, perMinute }, clock.monotonicMs());
    const resetSeconds = Math.ceil(((perMinute - tokens) * 60) / perMinute);
    return { perMinute, remaining: Math.floor(tokens), resetSeconds };
  };

  const take = (name: string, perMinute: number, requests = 1): number | null => {
    const nowMs = clock.monotonicMs();
    const known = buckets.get(name);
    if (known === undefined && buckets.size >= MAX_BUCKETS) forgetFull(nowMs);
    if (known === undefined && buckets.size >= MAX_BUCKETS) return 60;
    const before = known === undefined ? perMinute : tokensOf({ ...known, perMinute }, nowMs);
    const isAllowed = before >= requests;
    buckets.set(name, { tokens: isAllowed ? before - requests : before, atMs: nowMs, perMinute });
    return isAllowed ? null : Math.ceil(((requests - before) * 60) / perMinute);
  };
  return { take, rateOf };
}

const FAILURES_PER_MINUTE = 30;
const UNKNOWN_HASH = hashOf('no such key');

/** @param isSame takes as long whatever its inputs are */
export function createGate(apiKeys: Pick<ApiKeyRecords, 'get'>, clock: Clock, isSame = timingSafeEqual) {
  // Apart, so that no number of addresses takes the place of a key.
  const [ofKeys, ofAddresses] = [createBuckets(clock), createBuckets(clock)];
  /** @throws ProblemError: no such key, or it is used too often */
  return async (key: string, remoteAddress: string): Promise<Caller> => {
    const record = await apiKeys.get(KEY.exec(key)?.[1] ?? '');
    // Known and unknown keys take the same comparison.
    const isRight = isSame(Buffer.from(hashOf(key)), Buffer.from(record?.hash ?? UNKNOWN_HASH));
    if (record === null || !isRight || record.revokedAt !== null || hasExpired(record, clock)) {
      refuseLater(ofAddresses.take(remoteAddress, FAILURES_PER_MINUTE), FAILURES_PER_MINUTE);
      throw new ProblemError('key-needed', 'The API key is not known, or not valid any more.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    const { id, requestsPerMinute } = record;
    const spend = (requests: number) => {
      if (requests >= requestsPerMinute)
        throw new ProblemError('limit-reached', `The API key may ask for ${requestsPerMinute} things a minute.`, {
          advice: `This request asks for ${requests + 1}: send fewer at once, or use a key with a higher --rate.`,
        });
      refuseLater(ofKeys.take(id, requestsPerMinute, requests), requestsPerMinute, rate());
    };
    const rate = () => ofKeys.rateOf(id, requestsPerMinute);
    refuseLater(ofKeys.take(id, requestsPerMinute), requestsPerMinute, rate());
    return { id, scopes: new Set(record.scopes), spend, rate };
  };
}

/** @param seconds null: not refused */
function refuseLater(seconds: number | null, perMinute: number, rate: Rate | null = null): void {
  if (seconds === null) return;
  throw new ProblemError('limit-reached', `More than ${perMinute} requests a minute.`, {
    headers: { 'retry-after': String(seconds), ...(rate === null ? {} : rateHeaders(rate)) },
  });
}

function hasExpired({ expiresAt }: ApiKey, clock: Clock): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime();
}
