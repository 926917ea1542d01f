import { expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { CancelledError } from '../../src/domain/errors.ts';
import { createPacer } from '../../src/search/connect-engine.ts';

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
  const turns = await turnsMs(createPacer(40, systemClock), 4);
  expect(turns[0]).toBeLessThan(30);
  for (const [index, at] of turns.slice(1).entries()) expect(at - turns[index]!).toBeGreaterThanOrEqual(38);
});

it('lets all start at once where there is no interval', async () => {
  expect((await turnsMs(createPacer(0, systemClock), 10)).at(-1)).toBeLessThan(50);
});

it('lets a burst start at once after a rest, and one per interval from then on', async () => {
  const turns = await turnsMs(createPacer(60, systemClock, 3), 5);
  expect(turns[2]).toBeLessThan(50);
  expect(turns[3]).toBeGreaterThanOrEqual(58);
  // From the beginning: after a turn that came late on a busy machine the next comes sooner.
  expect(turns[4]).toBeGreaterThanOrEqual(118);
});

it('holds everybody back for a pause, those who wait already too', async () => {
  const pacer = createPacer(20, systemClock);
  const turns = turnsMs(pacer, 3);
  pacer.pause(120);
  const [first, second] = await turns;
  expect(first).toBeLessThan(20);
  expect(second).toBeGreaterThanOrEqual(118);
});

it('ends a wait at once when the run stops, and serves the others', async () => {
  const pacer = createPacer(80, systemClock);
  await pacer.turn(never);
  const stop = new AbortController();
  const stopped = pacer.turn(stop.signal);
  const other = pacer.turn(never);
  stop.abort();
  await expect(stopped).rejects.toBeInstanceOf(CancelledError);
  await other;
});
