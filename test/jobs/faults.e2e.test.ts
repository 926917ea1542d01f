/** Workers that are killed, a database that restarts, a server that refuses in bursts: each task has one set, paid for once. */
import { expect, it } from 'vitest';
import { hasPostgres } from '../support/postgres.ts';
import { shortOrLong } from '../support/run-length.ts';
import { faultyRun, KINDS, MIN_KILLS } from './faulty-run.ts';

const INSTRUCTIONS = shortOrLong(5, 8);

// A guide is discovered as a task is, so that sharing shows both.
it.runIf(hasPostgres).each(shortOrLong(['kind'] as const, ['kind', 'none'] as const))(
  'loses nothing, does nothing twice, and writes what one process writes (share %s)',
  { timeout: 600_000 },
  async (share) => {
    const run = await faultyRun({
      share,
      instructions: INSTRUCTIONS,
      killEveryMs: 2_000,
      killForMs: shortOrLong(4_000, 8_000),
      latencyMs: 100,
      withinMs: 500_000,
    });
    expect(run).toMatchObject({
      jobs: { done: INSTRUCTIONS },
      sets: INSTRUCTIONS,
      guides: share === 'kind' ? Math.min(INSTRUCTIONS, KINDS.length) : 0,
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
