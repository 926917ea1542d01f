/** A run that is killed loses nothing that it had received: the next one over the same store goes on from there. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shortOrLong } from '../support/run-length.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { runWithKills } from './kill-runs.ts';

const KILLS = shortOrLong(2, 6);

it('reuses every answer received before a kill, and finds the same', { timeout: 600_000 }, async () => {
  const store = join(await temporaryFolder(), 'store.sqlite');
  const { kills, questions, repeats, inFlight, sameContent } = await runWithKills('suite', KILLS, store);
  expect(kills).toBe(KILLS);
  expect(questions).toBeGreaterThan(25);
  expect(repeats).toBeLessThanOrEqual(inFlight);
  // Otherwise nothing was under way at any kill, and the test shows nothing.
  expect(repeats).toBeGreaterThan(0);
  expect(sameContent).toBe(true);
});
