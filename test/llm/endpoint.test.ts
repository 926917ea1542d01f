/** What a server's Retry-After beyond the limit means for the calls that wait. */
import { expect, it, vi } from 'vitest';
import { createEndpoint } from '../../src/llm/endpoint.ts';
import { EndpointError } from '../../src/llm/endpoint-error.ts';
import { testRun } from '../support/run-context.ts';
import { FAST_RETRIES } from './harness.ts';

const time = vi.hoisted(() => ({ nowMs: 0 }));
vi.mock('node:timers/promises', () => ({
  setTimeout: async (ms: number) => {
    const endMs = time.nowMs + ms;
    await new Promise((resolve) => setImmediate(resolve));
    time.nowMs = Math.max(time.nowMs, endMs);
  },
}));

const LIMIT_MS = 4_000;

it.each([
  ['that counts down', 5_500, (leftMs: number) => leftMs, { answered: 36 }],
  ['beyond twice the limit', 9_000, (leftMs: number) => leftMs, { answered: 0, endMs: 0 }],
  ['that never changes', Infinity, () => 6_000, { answered: 0, endMs: LIMIT_MS }],
])('a Retry-After %s', async (_, downMs, retryAfterMs, expected) => {
  time.nowMs = 0;
  const run = testRun();
  const endpoint = createEndpoint({
    name: 'server',
    maxConcurrency: 4,
    timeoutMs: 60_000,
    retryPolicy: { ...FAST_RETRIES, maxRetryAfterMs: LIMIT_MS },
    clock: { now: () => new Date(), monotonicMs: () => time.nowMs },
  });
  const call = () =>
    endpoint.request(run, {
      jitterSeed: 0,
      maxAttempts: null,
      mayRetry: () => true,
      waitForTurn: () => Promise.resolve(),
      onAttempt: () => undefined,
      sending: run.signal,
      send: async () => {
        const leftMs = downMs - time.nowMs;
        if (leftMs > 0)
          throw new EndpointError('', 'rate-limited', { status: 429, retryAfterMs: retryAfterMs(leftMs) });
      },
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 40 }, call));
  const answered = outcomes.filter(({ status }) => status === 'fulfilled').length;
  expect({ answered, endMs: time.nowMs }).toMatchObject(expected);
});
