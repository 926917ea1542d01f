/** Workers that are killed, a database that restarts, a server that refuses in bursts: each task has one set, paid for once. */
import { expect, it } from 'vitest';
import { hasPostgres } from '../support/postgres.ts';
import { shortOrLong } from '../support/run-length.ts';
import { faultyRun, MIN_KILLS } from './faulty-run.ts';

const INSTRUCTIONS = shortOrLong(5, 8);

it.runIf(hasPostgres)(
  'loses nothing, does nothing twice, and writes what one process writes',
  { timeout: 600_000 },
  async () => {
    const run = await faultyRun({
      instructions: INSTRUCTIONS,
      killEveryMs: 2_000,
      killForMs: shortOrLong(4_000, 8_000),
      latencyMs: 100,
      withinMs: 500_000,
    });
    expect(run).toMatchObject({
      jobs: { done: INSTRUCTIONS },
      sets: INSTRUCTIONS,
      rows: INSTRUCTIONS,
      sameBytes: true,
      callsAfterwards: 0,
    });
    expect(run.kills).toBeGreaterThanOrEqual(MIN_KILLS);
    expect(run.refused).toBeGreaterThan(0);
    // Of few calls those that a kill cuts off are a large share: two at a time of each worker that is killed.
    expect(run.calls - run.undisturbedCalls).toBeLessThanOrEqual(Math.max(0.05 * run.undisturbedCalls, 2 * run.kills));
  },
);
