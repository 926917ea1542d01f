/** Work that one process does while the others wait for its result. */
import { sleep } from './abort.ts';

export interface LeasedWork<Value> {
  /** Null: the result is not there yet. */
  readonly lookUp: () => Promise<Value | null>;
  /** Whether this process is to do the work. */
  readonly claim: () => Promise<boolean>;
  readonly release: () => Promise<void>;
  /** False: do not wait any longer. Default: true. */
  readonly mayWait?: () => boolean;
  readonly signal: AbortSignal;
}

/** First wait between two looks at the result. It doubles each time. */
const POLL_MS = 100;
/** Many may wait for one result, and models take seconds. */
const MAX_POLL_MS = 1_000;

/** Waits while another process holds the lease. @returns null: this process has the lease, does the work and releases it */
export async function foundOrLeased<Value>(work: LeasedWork<Value>): Promise<Value | null> {
  const { lookUp, claim, release, mayWait = () => true, signal } = work;
  let pauseMs = POLL_MS;
  let found = await lookUp();
  while (found === null && mayWait()) {
    const hasLease = await claim();
    try {
      // Another process may have stored the result before we took the lease.
      found = await lookUp();
    } catch (error) {
      // It is renewed as long as the process lives: nobody else could do the work.
      if (hasLease) await release();
      throw error;
    }
    if (hasLease && found !== null) await release();
    if (hasLease) break;
    if (found === null) await sleep(pauseMs, signal);
    pauseMs = Math.min(2 * pauseMs, MAX_POLL_MS);
  }
  return found;
}
