import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { CancelledError } from '../../src/domain/errors.ts';
import { sleep } from '../../src/web/abort.ts';
import { createPacer } from '../../src/web/pacer.ts';

type Pacer = ReturnType<typeof createPacer>;

/** Longer than any test may take: whoever has to wait for it never starts. */
const ENDLESS_MS = 3_600_000;
const never = new AbortController().signal;

async function turnsMs(pacer: Pacer, count: number): Promise<number[]> {
  const startMs = performance.now();
  const turns = await Promise.all(
    Array.from({ length: count }, async () => {
      await pacer.turn(never);
      return performance.now() - startMs;
    }),
  );
  return turns.sort((a, b) => a - b);
}

/** Asks for so many turns, and stops those that wait once `started` have come. @returns how many had to be stopped */
async function stoppedAfter(pacer: Pacer, { turns, started }: { turns: number; started: number }) {
  const stop = new AbortController();
  let begun = 0;
  const all = Array.from({ length: turns }, async () => {
    await pacer.turn(stop.signal);
    begun += 1;
    if (begun === started) stop.abort();
  });
  const results = await Promise.allSettled(all);
  return results.filter(({ status }) => status === 'rejected').length;
}

it('lets the first start at once, and nobody else within the interval', async () => {
  expect(
    await stoppedAfter(createPacer({ clock: systemClock, intervalMs: ENDLESS_MS }), { turns: 4, started: 1 }),
  ).toBe(3);
});

it('lets one start per interval', async () => {
  const turns = await turnsMs(createPacer({ clock: systemClock, intervalMs: 100 }), 4);
  // From the beginning: after a turn that came late on a busy machine the next comes sooner.
  for (const [index, at] of turns.entries()) expect(at).toBeGreaterThanOrEqual(index * 100 - 2);
});

it('lets all start at once where there is no interval', async () => {
  expect(await turnsMs(createPacer({ clock: systemClock, intervalMs: 0 }), 10)).toHaveLength(10);
});

it('lets a burst start at once after a rest, and one per interval from then on', async () => {
  expect(
    await stoppedAfter(createPacer({ clock: systemClock, intervalMs: ENDLESS_MS, burst: 3 }), { turns: 5, started: 3 }),
  ).toBe(2);
  const turns = await turnsMs(createPacer({ clock: systemClock, intervalMs: 100, burst: 3 }), 5);
  expect(turns[3]).toBeGreaterThanOrEqual(98);
  expect(turns[4]).toBeGreaterThanOrEqual(198);
});

it('holds everybody back for a pause, those who wait already too', async () => {
  const pacer = createPacer({ clock: systemClock, intervalMs: 300 });
  await pacer.turn(never);
  const stop = new AbortController();
  let begun = 0;
  const waiting = Array.from({ length: 2 }, () => pacer.turn(stop.signal).then(() => (begun += 1)));
  pacer.pause(ENDLESS_MS);
  await sleep(450, never);
  expect(begun).toBe(0);
  stop.abort();
  await Promise.allSettled(waiting);
});

it('ends a wait at once when the run stops, and serves the others', async () => {
  const pacer = createPacer({ clock: systemClock, intervalMs: 80 });
  await pacer.turn(never);
  const stop = new AbortController();
  const stopped = pacer.turn(stop.signal);
  const other = pacer.turn(never);
  stop.abort();
  await expect(stopped).rejects.toBeInstanceOf(CancelledError);
  await other;
});
