import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTurns } from '../../src/text/turns.ts';

async function turnsOfOthers(everyMs: number) {
  let others = 0;
  let isDone = false;
  const other = (async () => {
    while (!isDone) {
      await setImmediate();
      others += 1;
    }
  })();
  const turn = createTurns(everyMs);
  for (let step = 0; step < 10; step += 1) await turn();
  const meanwhile = others;
  isDone = true;
  await other;
  return meanwhile;
}

it('lets others have their turn between steps, where it is time', async () => {
  expect(await turnsOfOthers(0)).toBeGreaterThanOrEqual(9);
  expect(await turnsOfOthers(Infinity)).toBe(0);
});
