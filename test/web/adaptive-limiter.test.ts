import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../src/domain/errors.ts';
import { createAdaptiveLimiter } from '../../src/web/adaptive-limiter.ts';

class Overload extends Error {}

const clock = { now: () => new Date(), monotonicMs: () => performance.now() };
const signal = new AbortController().signal;

function limiterOf(maxConcurrency: number, pauseMs = 0, ownClock = clock) {
  return createAdaptiveLimiter({
    maxConcurrency,
    clock: ownClock,
    overloadPauseMs: (error) => (error instanceof Overload ? pauseMs : null),
  });
}

/** So many calls at once, each ending as told. */
async function burst(limiter: ReturnType<typeof limiterOf>, calls: number, end: () => Promise<unknown>): Promise<void> {
  await Promise.allSettled(Array.from({ length: calls }, () => limiter.run(signal, end)));
}

const succeed = () => new Promise((resolve) => setImmediate(resolve));
const overload = () => succeed().then(() => Promise.reject(new Overload()));

describe('the adaptive limiter', () => {
  it('runs at most so many at once, in the order they came', async () => {
    const limiter = limiterOf(3);
    const started: number[] = [];
    let active = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        limiter.run(signal, async () => {
          started.push(index);
          most = Math.max(most, ++active);
          await succeed();
          active--;
        }),
      ),
    );
    expect(most).toBe(3);
    expect(started).toEqual(Array.from({ length: 20 }, (_, index) => index));
  });

  it('halves once for a burst of refusals, however many calls were under way', async () => {
    const limiter = limiterOf(16);
    await burst(limiter, 16, overload);
    expect(limiter.limit()).toBe(8);
    await burst(limiter, 8, overload);
    expect(limiter.limit()).toBe(4);
  });

  it('never goes below one', async () => {
    const limiter = limiterOf(2);
    for (let round = 0; round < 5; round++) await burst(limiter, 1, overload);
    expect(limiter.limit()).toBe(1);
  });

  it('recovers by about one for a round of calls that went well, up to the limit of the user', async () => {
    const limiter = limiterOf(8);
    await burst(limiter, 8, overload);
    expect(limiter.limit()).toBe(4);
    await burst(limiter, 5, succeed);
    expect(limiter.limit()).toBe(5);
    await burst(limiter, 100, succeed);
    expect(limiter.limit()).toBe(8);
  });

  it('leaves the limit alone where an error has nothing to do with load', async () => {
    const limiter = limiterOf(8);
    await burst(limiter, 8, () => Promise.reject(new Error('wrong key')));
    expect(limiter.limit()).toBe(8);
  });

  it('starts nothing while the server wants to be left alone, even if a timer fires early', async () => {
    let nowMs = 0;
    const limiter = limiterOf(4, 5, { ...clock, monotonicMs: () => nowMs });
    await burst(limiter, 1, overload);
    let isStarted = false;
    const waiting = limiter.run(signal, () => Promise.resolve((isStarted = true)));
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(isStarted).toBe(false);
    nowMs = 5;
    await waiting;
    expect(isStarted).toBe(true);
  });

  it('lets a waiting call go when it is cancelled, and keeps the places of the others', async () => {
    const limiter = limiterOf(1);
    const controller = new AbortController();
    const first = limiter.run(signal, () => new Promise((resolve) => setTimeout(resolve, 20)));
    const second = limiter.run(controller.signal, () => Promise.resolve('second'));
    const third = limiter.run(signal, () => Promise.resolve('third'));
    controller.abort();
    await expect(second).rejects.toBeInstanceOf(CancelledError);
    expect(await third).toBe('third');
    await first;
  });
});
