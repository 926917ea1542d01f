import fc from 'fast-check';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBudgetGate } from '../../src/jobs/rows/budget-gate.ts';

/** Rows of so many calls each, all begun at the same moment; a call that no longer fits ends its row unfinished. */
async function finishedRows(callsOfRow: readonly number[], maxCalls: number | null) {
  let calls = 0;
  let finished = 0;
  let underWay = 0;
  let mostUnderWay = 0;
  const gate = createBudgetGate(async () => (maxCalls === null ? null : calls / maxCalls));
  await Promise.all(
    callsOfRow.map((wanted) =>
      gate.run(
        async () => {
          underWay += 1;
          mostUnderWay = Math.max(mostUnderWay, underWay);
          let made = 0;
          for (; made < wanted && (maxCalls === null || calls < maxCalls); made += 1) {
            calls += 1;
            await setImmediate();
          }
          if (made === wanted) finished += 1;
          underWay -= 1;
        },
        () => wanted > 0,
      ),
    ),
  );
  return { finished, mostUnderWay };
}

describe('rows under a limit', () => {
  it('are finished for what was spent: of 12 rows, begun at once, the 11 that the limit covers', async () => {
    expect(
      (
        await finishedRows(
          Array.from({ length: 12 }, () => 10),
          115,
        )
      ).finished,
    ).toBe(11);
  });

  it('of equal cost are as many as the limit covers, and all have their turn', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 8 }),
        fc.integer({ min: 1, max: 200 }),
        async (rows, calls, maxCalls) => {
          const { finished } = await finishedRows(
            Array.from({ length: rows }, () => calls),
            maxCalls,
          );
          expect(finished).toBe(Math.min(rows, Math.floor(maxCalls / calls)));
        },
      ),
    );
  });

  it('are as many as the limit covers after others that were found and took nothing', async () => {
    const found = Array.from({ length: 30 }, () => 0);
    const toMake = Array.from({ length: 12 }, () => 10);
    expect((await finishedRows([...found, ...toMake], 55)).finished).toBe(30 + 5);
    expect((await finishedRows([...toMake.slice(0, 1), ...found, ...toMake], 55)).finished).toBe(30 + 5);
  });

  it('run side by side where the limit is far, and all at once without one', async () => {
    const rows = Array.from({ length: 9 }, () => 10);
    expect(await finishedRows(rows, 10_000)).toEqual({ finished: 9, mostUnderWay: 8 });
    expect(await finishedRows(rows, null)).toEqual({ finished: 9, mostUnderWay: 9 });
  });
});
