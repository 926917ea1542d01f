/** A value in the store that one process makes while the others wait for it. */
import type { KeptKind, KeptRecords } from '../domain/ports.ts';
import { sleep } from './abort.ts';

export interface SharedWork<Found, Made> {
  readonly kept: Pick<KeptRecords, 'claim' | 'release'>;
  readonly kind: KeptKind;
  readonly key: string;
  /** Null: the value is not there yet. */
  readonly lookUp: () => Promise<Found | null>;
  readonly make: () => Promise<Made>;
  /** False: make it without a lease. Default: true. */
  readonly mayWait?: () => boolean;
  readonly signal: AbortSignal;
}

/** First wait between two looks at the value. It doubles each time. */
const POLL_MS = 100;
/** Many may wait for one value, and models take seconds. */
const MAX_POLL_MS = 1_000;

/** @throws what `lookUp`, `make` or the claim throws; CancelledError while it waits */
export async function foundOrMade<Found, Made>(work: SharedWork<Found, Made>): Promise<Found | Made> {
  const { kept, kind, key, lookUp, make, mayWait = () => true, signal } = work;
  for (let pauseMs = POLL_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_POLL_MS)) {
    const found = await lookUp();
    if (found !== null) return found;
    if (!mayWait()) return make();
    if (await kept.claim(kind, key)) {
      try {
        // Another process may have stored the value before we took the lease.
        return (await lookUp()) ?? (await make());
      } finally {
        // A lease that could not be released runs out; the next write reports the store's error.
        await kept.release(kind, key).catch(() => undefined);
      }
    }
    await sleep(pauseMs, signal);
  }
}
