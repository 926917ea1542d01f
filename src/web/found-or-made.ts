/** A value in the store that one process makes while the others wait for it. */
import type { KeptKind, KeptRecords } from '../domain/ports.ts';
import { sleep } from './abort.ts';

export interface SharedWork<Found, Made> {
  readonly kept: Pick<KeptRecords, 'get' | 'getOrClaim' | 'claim' | 'release'>;
  readonly kind: KeptKind;
  readonly key: string;
  /** From what is kept, or null where nothing is. Null: it is of no use. */
  readonly read: (value: unknown) => Found | null | Promise<Found | null>;
  readonly make: () => Promise<Made>;
  readonly signal: AbortSignal;
}

/** First wait between two looks at the value. It doubles each time. */
const POLL_MS = 100;
/** Many may wait for one value, and models take seconds. */
const MAX_POLL_MS = 1_000;

/** @throws what `read`, `make` or the claim throws; CancelledError while it waits */
export async function foundOrMade<Found, Made>(work: SharedWork<Found, Made>): Promise<Found | Made> {
  for (let pauseMs = POLL_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_POLL_MS)) {
    const result = await attempt(work);
    if (result !== null) return result.value;
    await sleep(pauseMs, work.signal);
  }
}

/** Null: somebody else is at it. */
async function attempt<Found, Made>(work: SharedWork<Found, Made>): Promise<{ readonly value: Found | Made } | null> {
  const { kept, kind, key, read, make } = work;
  const { value, isClaimed } = await kept.getOrClaim(kind, key);
  let isOurs = isClaimed;
  try {
    let found = await read(value);
    if (found === null && !isOurs && value !== null) {
      isOurs = await kept.claim(kind, key);
      // Another process may have replaced it before we took the lease.
      if (isOurs) found = await read(await kept.get(kind, key));
    }
    if (found !== null) return { value: found };
    return isOurs ? { value: await make() } : null;
  } finally {
    // A lease that could not be released runs out; the next write reports the store's error.
    if (isOurs) await kept.release(kind, key).catch(() => undefined);
  }
}
