/** What a server's Retry-After beyond the limit means for the calls that wait. */
import { expect, it } from 'vitest';
import { createEndpoint } from '../../src/llm/endpoint.ts';
import { EndpointError } from '../../src/llm/endpoint-error.ts';
import { testRun } from '../support/run-context.ts';
import { FAST_RETRIES } from './harness.ts';

const LIMIT_MS = 200;

/** Forty calls of a server that refuses them until its time is over. */
async function answered(downMs: number): Promise<number> {
  let startMs: number | null = null;
  const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
  const run = testRun();
  const endpoint = createEndpoint({
    name: 'server',
    maxConcurrency: 4,
    timeoutMs: 60_000,
    retryPolicy: { ...FAST_RETRIES, maxRetryAfterMs: LIMIT_MS },
    clock,
  });
  const call = () =>
    endpoint.request(run, {
      jitterSeed: 0,
      isBatched: false,
      maxAttempts: null,
      beforeRetry: () => Promise.resolve(),
      waitForTurn: () => Promise.resolve(true),
      waitOutside: () => Promise.resolve(),
      onAttempt: () => undefined,
      onFailure: () => undefined,
      sending: run.signal,
      send: async () => {
        startMs ??= clock.monotonicMs();
        const retryAfterMs = startMs + downMs - clock.monotonicMs();
        if (retryAfterMs > 0) throw new EndpointError('', 'rate-limited', { status: 429, retryAfterMs });
      },
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, call));
  return outcomes.filter(({ status }) => status === 'fulfilled').length;
}

it('just beyond the limit, the calls that wait are held back and answered', async () => {
  expect(await answered(1.5 * LIMIT_MS)).toBeGreaterThanOrEqual(36);
});
