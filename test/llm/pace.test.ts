/** Requests and tokens in a minute, over several clients as of several processes. */
import { describe, expect, it } from 'vitest';
import { CancelledError } from '../../src/domain/errors.ts';
import type { BookedStretch } from '../../src/domain/budget.ts';
import { createPace } from '../../src/llm/pace.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { sleep } from '../../src/web/abort.ts';
import { GOOD_RATING, ratingCall, startRig, stoppable } from './harness.ts';

const PAGES = ['one', 'two', 'three', 'four'];

/** Rates of a store, and how much of their minutes was booked, ms. */
function countingRates() {
  const { rates } = createMemoryStore();
  let bookedMs = 0;
  return {
    bookedMs: () => bookedMs,
    rates: {
      book: (stretchesMs: Readonly<Record<string, number>>) => {
        for (const stretchMs of Object.values(stretchesMs)) bookedMs += stretchMs;
        return rates.book(stretchesMs);
      },
      giveBack: (stretch: BookedStretch) => {
        bookedMs -= stretch.ms;
        return rates.giveBack(stretch);
      },
      correct: (key: string, differenceMs: number) => {
        bookedMs += differenceMs;
        return rates.correct(key, differenceMs);
      },
    },
  };
}

describe('requests in a minute', () => {
  it('are spread evenly over all clients; one that is repeated takes its turn again', async () => {
    const arrivedMs: number[] = [];
    const handler = () => {
      arrivedMs.push(performance.now() - startMs);
      return GOOD_RATING;
    };
    const rateLimits = { maxCallsPerMinute: 600, maxTokensPerMinute: null };
    const { rates, bookedMs } = countingRates();
    const rig = await startRig({ rateLimits, ...createMemoryStore(), rates, server: { handler } });
    rig.server.next('server-error');
    const clients = [rig.client, rig.newClient(), rig.newClient()];
    const startMs = performance.now();
    await Promise.all(
      clients.flatMap((client, who) => PAGES.map((page) => client.call(rig.run, ratingCall(`${page} ${who}`)))),
    );
    expect(rig.server.statistics().requests).toBe(13);
    expect(arrivedMs).toHaveLength(12);
    // Of 600 in a minute each has a tenth of a second.
    expect(bookedMs()).toBe(13 * 100);
    // The first was refused. A timer may be early by a part of a millisecond.
    arrivedMs.forEach((ms, index) => expect(ms).toBeGreaterThan((index + 1) * 100 - 5));
  });

  it('are not waited for once the run is stopped, and their turns are free again', async () => {
    const rateLimits = { maxCallsPerMinute: 1, maxTokensPerMinute: 1_000_000 };
    const { rates, bookedMs } = countingRates();
    const rig = await startRig({ rateLimits, rates });
    await rig.client.call(rig.run, ratingCall('one'));
    const bookedByFirstMs = bookedMs();
    const { run, stop } = stoppable();
    const waiting = rig.client.call(run, ratingCall('two'));
    await expect.poll(bookedMs).toBeGreaterThan(bookedByFirstMs);
    stop();
    await expect(waiting).rejects.toThrow(CancelledError);
    await expect.poll(bookedMs).toBeCloseTo(bookedByFirstMs, 6);
    expect(rig.server.statistics().requests).toBe(1);
  });
});

it('turns given back are not booked beside those of others: no stretch has more requests than it may', async () => {
  const { rates } = createMemoryStore();
  const limits = { maxCallsPerMinute: 600, maxTokensPerMinute: null };
  const sentMs: number[] = [];
  const calls = async (signal: AbortSignal, count = 6) => {
    const pace = createPace('m', limits, rates);
    const turn = () => pace.waitForTurn(0, signal).then(() => sentMs.push(performance.now()));
    await Promise.allSettled(Array.from({ length: count }, turn));
  };
  const [stopped, staying] = [new AbortController(), new AbortController()];
  const startMs = performance.now();
  const others = [calls(stopped.signal), calls(staying.signal)];
  await sleep(20, staying.signal);
  stopped.abort();
  await others[0];
  await Promise.all([...others, calls(staying.signal)]);
  sentMs.sort((a, b) => a - b);
  // Of the stopped ones the first had its turn.
  expect(sentMs).toHaveLength(13);
  // From the start, behind the six turns of the stopped ones: on a busy machine some are late, and none is early.
  sentMs.slice(1).forEach((ms, index) => expect(ms - startMs).toBeGreaterThan((6 + index) * 100 - 5));
});

it('all turns of a run that nobody is behind are given back', async () => {
  const { rates } = createMemoryStore();
  const pace = createPace('m', { maxCallsPerMinute: 1, maxTokensPerMinute: 1_000_000 }, rates);
  const { signal } = new AbortController();
  await pace.waitForTurn(10, signal);
  const stopped = new AbortController();
  const turns = [3, 40, 7].map((tokens) => pace.waitForTurn(tokens, stopped.signal));
  setTimeout(() => stopped.abort(), 20);
  await Promise.allSettled(turns);
  const { waitMs } = await rates.book({ 'calls m': 1 });
  expect(waitMs).toBeGreaterThan(50_000);
  expect(waitMs).toBeLessThanOrEqual(60_000);
});

it('no turn is lost whose run is stopped just when another was given back', async () => {
  const given: BookedStretch[] = [];
  const rates = {
    book: async (stretches: Readonly<Record<string, number>>) => ({
      waitMs: 60_000,
      stretches: Object.entries(stretches).map(([key, ms]) => ({ key, ms, endsAtMs: 0 })),
    }),
    giveBack: async (stretch: BookedStretch) => void given.push(stretch),
    correct: async () => undefined,
  };
  for (const steps of Array.from({ length: 12 }).keys()) {
    const pace = createPace('m', { maxCallsPerMinute: 1, maxTokensPerMinute: null }, rates);
    const [first, second] = [new AbortController(), new AbortController()];
    const turns = [first, second].map(({ signal }) => pace.waitForTurn(1, signal));
    await sleep(1, new AbortController().signal);
    first.abort();
    for (let step = 0; step < steps; step++) await Promise.resolve();
    second.abort();
    await Promise.allSettled(turns);
  }
  expect(given).toHaveLength(24);
});

it('of the tokens in a minute each call takes what it took in the end', async () => {
  const { rates, bookedMs } = countingRates();
  const rig = await startRig({ rateLimits: { maxCallsPerMinute: null, maxTokensPerMinute: 600_000 }, rates });
  await Promise.all(PAGES.map((page) => rig.client.call(rig.run, ratingCall(page))));
  const [usage] = rig.client.usage();
  const tokens = (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0);
  expect(tokens).toBeGreaterThan(0);
  expect(bookedMs()).toBeCloseTo(tokens / 10, 6);
});
