import { expect, it } from 'vitest';
import { createTurns } from '../../src/text/turns.ts';

async function turnsOfOthers(everyMs: number) {
  let others = 0;
  const count = () => {
    others += 1;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  const turn = createTurns(everyMs);
  for (let step = 0; step < 10; step += 1) await turn();
  clearImmediate(next);
  return others;
}

it('lets others have their turn between steps, where it is time', async () => {
  expect(await turnsOfOthers(0)).toBeGreaterThanOrEqual(9);
  expect(await turnsOfOthers(Infinity)).toBe(0);
});
