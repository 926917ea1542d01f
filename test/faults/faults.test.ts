/** A tenth of the model's calls fails, a twentieth is malformed, a fifth of the pages is broken. `bench:faults` has 50 runs. */
import { expect, it } from 'vitest';
import { shortOrLong } from '../support/run-length.ts';
import { faultRuns } from './fault-runs.ts';

it('gives valid sets nearly always, and clear errors else', { timeout: 60_000 }, async () => {
  const runs = shortOrLong(3, 5);
  const worlds = await Promise.all([1, 2].map((seed) => faultRuns(seed, runs)));
  const outcomes = worlds.flatMap((world) => world.outcomes);
  expect(outcomes.flatMap(({ problems }) => problems)).toEqual([]);
  const sets = outcomes.filter((outcome) => outcome.status === 'set');
  expect(sets.length, JSON.stringify(outcomes)).toBe(2 * runs);
  expect(sets.every(({ criteria }) => criteria >= 10)).toBe(true);
  // Of so few calls one world may refuse next to none.
  const refused = worlds.reduce((sum, { met }) => sum + met.refusedCalls, 0);
  const calls = worlds.reduce((sum, { met }) => sum + met.calls, 0);
  expect(refused / calls).toBeGreaterThan(0.02);
  for (const { met } of worlds) expect(met.brokenPages).toBeGreaterThan(0);
});
