import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../src/domain/errors.ts';
import { parseRetryAfter, retry, type RetryAdvice, type RetryOptions } from '../../src/web/retry.ts';
import { TimeoutError, withTimeout } from '../../src/web/abort.ts';

const POLICY = { maxAttempts: 3, baseDelayMs: 20, maxDelayMs: 30, maxRetryAfterMs: 100 };

function options(advice: RetryAdvice, changes: Partial<RetryOptions> = {}): RetryOptions {
  return {
    policy: POLICY,
    signal: new AbortController().signal,
    adviceFor: () => advice,
    jitterSeed: 0,
    ...changes,
  };
}

/** Fails always; says how often it was tried, and how long that took. */
async function failing(given: RetryOptions): Promise<{ attempts: number; error: unknown; elapsedMs: number }> {
  let attempts = 0;
  const startMs = performance.now();
  const error: unknown = await retry(() => {
    attempts += 1;
    return Promise.reject(new Error(`attempt ${attempts}`));
  }, given).catch((caught: unknown) => caught);
  return { attempts, error, elapsedMs: performance.now() - startMs };
}

describe('retry', () => {
  it('returns the first result', async () => {
    let attempts = 0;
    const result = await retry(
      async () => {
        attempts += 1;
        if (attempts < 3) throw new Error('no');
        return attempts;
      },
      options({ retryAfterMs: null }),
    );
    expect(result).toBe(3);
  });

  it('throws the last error after the last attempt, and has waited longer each time', async () => {
    const { attempts, error, elapsedMs } = await failing(options({ retryAfterMs: null }));
    expect(attempts).toBe(3);
    expect(error).toMatchObject({ message: 'attempt 3' });
    expect(elapsedMs).toBeGreaterThan(10 + 15 - 2);
  });

  it('does not try again what is not worth it', async () => {
    expect((await failing(options(null))).attempts).toBe(1);
  });

  it.each([1, 15, 40, 100])(
    'waits as the server says (%i ms), as often as the limit allows with what was waited; and says so',
    async (retryAfterMs) => {
      const waits: number[] = [];
      const onRetryAfter = (waitMs: number) => waits.push(waitMs);
      const { attempts, elapsedMs } = await failing(options({ retryAfterMs }, { onRetryAfter }));
      const waited = waits.reduce((sum, waitMs) => sum + waitMs, 0);
      expect(attempts).toBe(waits.length + 1);
      expect(Math.min(...waits)).toBeGreaterThanOrEqual(retryAfterMs);
      expect(waited + retryAfterMs).toBeGreaterThan(POLICY.maxRetryAfterMs);
      expect(waited - (waits.at(-1) ?? 0) + retryAfterMs).toBeLessThanOrEqual(POLICY.maxRetryAfterMs);
      // Each timer may be early by a part of a millisecond.
      expect(elapsedMs).toBeGreaterThan(waited - waits.length);
    },
  );

  it('asks a server that says “soon” again and again no more often than one that says nothing', async () => {
    const { attempts } = await failing(options({ retryAfterMs: 0.5 }));
    // Each wait but the first is at least half of the longest.
    expect(attempts).toBeLessThanOrEqual(2 + POLICY.maxRetryAfterMs / (POLICY.maxDelayMs / 2));
  });

  it('gives up at once where the server says longer than the limit', async () => {
    expect((await failing(options({ retryAfterMs: 101 }))).attempts).toBe(1);
  });

  it('takes “at once” for no word at all', async () => {
    const { attempts, elapsedMs } = await failing(options({ retryAfterMs: 0 }));
    expect(attempts).toBe(3);
    expect(elapsedMs).toBeGreaterThan(10 + 15 - 2);
  });

  it('stops waiting at once when it is cancelled', async () => {
    const controller = new AbortController();
    // Longer than this test may take.
    const policy = { ...POLICY, baseDelayMs: 600_000, maxDelayMs: 600_000 };
    setTimeout(() => controller.abort(), 10);
    const { error } = await failing(options({ retryAfterMs: null }, { policy, signal: controller.signal }));
    expect(error).toBeInstanceOf(CancelledError);
  });
});

describe('Retry-After', () => {
  const now = new Date('2026-01-01T00:00:00Z');
  it.each([
    ['2', 2_000],
    ['0', 0],
    ['0.5', 500],
    ['Thu, 01 Jan 2026 00:00:30 GMT', 30_000],
    ['Thu, 01 Jan 2015 00:00:30 GMT', 0],
    ['-5', null],
    ['9'.repeat(400), null],
    ['1e3', null],
    ['soon', null],
    ['', null],
    [null, null],
  ])('%s → %s ms', (header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});

describe('withTimeout', () => {
  const untilAborted = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('socket closed'))));

  it('tells its own time limit from a stop from outside', async () => {
    await expect(withTimeout(10, new AbortController().signal, untilAborted)).rejects.toBeInstanceOf(TimeoutError);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    await expect(withTimeout(60_000, controller.signal, untilAborted)).rejects.toThrow('socket closed');
  });

  it('passes a result on', async () => {
    expect(await withTimeout(1_000, new AbortController().signal, () => Promise.resolve(7))).toBe(7);
  });
});
