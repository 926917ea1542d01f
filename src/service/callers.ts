/** Who asks: somebody on this machine, or whoever has an API key; what they may, and how often. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiKey, type ApiKeyRecords, type Scope } from '../domain/api-key.ts';
import type { Clock } from '../domain/run-context.ts';
import { ProblemError } from './problems.ts';

export interface Caller {
  /** Of an API key, or `local`. */
  readonly id: string;
  readonly scopes: ReadonlySet<Scope>;
}

/** Where no keys are asked for: the service then listens on loopback alone. */
export const LOCAL_CALLER: Caller = { id: 'local', scopes: new Set(['admin']) };

export function mayDo({ scopes }: Caller, scope: Scope): boolean {
  return scopes.has(scope) || scopes.has('admin');
}

const KEY = /^grk_([0-9a-f]{16})_[\w-]{43}$/u;
const hashOf = (key: string) => createHash('sha256').update(key).digest('hex');

export type NewKey = Pick<ApiKey, 'name' | 'scopes' | 'requestsPerMinute' | 'maxUsd' | 'expiresAt'>;

/** @returns the key, which is shown this once, and what is kept of it */
export function makeKey(asked: NewKey, clock: Clock): { readonly key: string; readonly record: ApiKey } {
  const id = randomBytes(8).toString('hex');
  const key = `grk_${id}_${randomBytes(32).toString('base64url')}`;
  const made = { id, hash: hashOf(key), createdAt: clock.now().toISOString(), revokedAt: null };
  return { key, record: ApiKey.parse({ ...asked, ...made }) };
}

/** As many requests a minute as are allowed, and as many at once after a pause. */
function createBuckets(clock: Clock) {
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  /** Full ones say nothing: they are forgotten before the map grows. */
  const MOST = 10_000;
  return (name: string, perMinute: number): { readonly isAllowed: boolean; readonly retryAfterSeconds: number } => {
    const nowMs = clock.monotonicMs();
    const before = buckets.get(name) ?? { tokens: perMinute, atMs: nowMs };
    const tokens = Math.min(perMinute, before.tokens + ((nowMs - before.atMs) / 60_000) * perMinute);
    const isAllowed = tokens >= 1;
    if (!buckets.has(name) && buckets.size >= MOST) {
      const [oldest] = buckets.keys();
      if (oldest !== undefined) buckets.delete(oldest);
    }
    buckets.delete(name);
    buckets.set(name, { tokens: isAllowed ? tokens - 1 : tokens, atMs: nowMs });
    return { isAllowed, retryAfterSeconds: Math.ceil(((1 - tokens) * 60) / perMinute) };
  };
}

const FAILURES_PER_MINUTE = 30;
const UNKNOWN_HASH = hashOf('no such key');

/** @param isSame takes as long whatever its inputs are */
export function createGate(apiKeys: Pick<ApiKeyRecords, 'get'>, clock: Clock, isSame = timingSafeEqual) {
  const allow = createBuckets(clock);
  const within = (name: string, perMinute: number) => {
    const { isAllowed, retryAfterSeconds } = allow(name, perMinute);
    if (isAllowed) return;
    throw new ProblemError('limit-reached', `More than ${perMinute} requests a minute.`, {
      headers: { 'retry-after': String(retryAfterSeconds) },
    });
  };
  /** @throws ProblemError: no such key, or it is used too often */
  return async (key: string, remoteAddress: string): Promise<Caller> => {
    const record = await apiKeys.get(KEY.exec(key)?.[1] ?? '');
    // Known and unknown keys take the same comparison.
    const isRight = isSame(Buffer.from(hashOf(key)), Buffer.from(record?.hash ?? UNKNOWN_HASH));
    if (record === null || !isRight || record.revokedAt !== null || hasExpired(record, clock)) {
      within(`failures of ${remoteAddress}`, FAILURES_PER_MINUTE);
      throw new ProblemError('key-needed', 'The API key is not known, or not valid any more.', {
        headers: { 'www-authenticate': 'Bearer' },
      });
    }
    within(record.id, record.requestsPerMinute);
    return { id: record.id, scopes: new Set(record.scopes) };
  };
}

function hasExpired({ expiresAt }: ApiKey, clock: Clock): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= clock.now().getTime();
}
