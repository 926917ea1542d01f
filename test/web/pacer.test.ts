import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { CancelledError } from '../../src/domain/errors.ts';
import { createPacer } from '../../src/web/pacer.ts';

const never = new AbortController().signal;

async function turnsMs(pacer: ReturnType<typeof createPacer>, count: number): Promise<number[]> {
  const startMs = performance.now();
  const turns = await Promise.all(
    Array.from({ length: count }, async () => {
      await pacer.turn(never);
      return performance.now() - startMs;
    }),
  );
  return turns.sort((a, b) => a - b);
}

it('lets one start per interval, the first at once', async () => {
  const turns = await turnsMs(createPacer({ clock: systemClock, intervalMs: 200 }), 4);
  expect(turns[0]).toBeLessThan(150);
  // From the beginning: after a turn that came late on a busy machine the next comes sooner.
  for (const [index, at] of turns.entries()) expect(at).toBeGreaterThanOrEqual(index * 200 - 2);
});

it('lets all start at once where there is no interval', async () => {
  expect((await turnsMs(createPacer({ clock: systemClock, intervalMs: 0 }), 10)).at(-1)).toBeLessThan(500);
});

it('lets a burst start at once after a rest, and one per interval from then on', async () => {
  const turns = await turnsMs(createPacer({ clock: systemClock, intervalMs: 200, burst: 3 }), 5);
  expect(turns[2]).toBeLessThan(150);
  expect(turns[3]).toBeGreaterThanOrEqual(198);
  expect(turns[4]).toBeGreaterThanOrEqual(398);
});

it('holds everybody back for a pause, those who wait already too', async () => {
  const pacer = createPacer({ clock: systemClock, intervalMs: 20 });
  const turns = turnsMs(pacer, 3);
  pacer.pause(300);
  const [first, second] = await turns;
  expect(first).toBeLessThan(150);
  expect(second).toBeGreaterThanOrEqual(298);
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
