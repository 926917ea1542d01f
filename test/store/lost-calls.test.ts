/** What a process that was killed had counted in a shared budget. */
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { ratingCall, REAL_CLOCK, startRig } from '../llm/harness.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('stays counted, and is waited for only as long as its calls may still end', async () => {
  const path = join(await temporaryFolder(), 'store.sqlite');
  const [killed, alive] = [await openSqliteStore(path, REAL_CLOCK), await openSqliteStore(path, REAL_CLOCK)];
  await killed.budgets.put('june', { maxCalls: 3, maxTokens: null, maxUsd: null });
  for (let call = 0; call < 2; call++) await killed.budgets.take('june', { calls: 1, tokens: 600, usd: 0 });
  await killed.close();

  const rig = await startRig({ budgets: alive.budgets });
  const run = testRun({ limits: { sharedBudgets: ['june'] } });
  expect(await rig.client.call(run, ratingCall('one'))).toMatchObject({ status: 'done' });
  let isWaiting = true;
  const refused = rig.client.call(run, ratingCall('two')).finally(() => (isWaiting = false));
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(isWaiting).toBe(true);
  const database = new Database(path);
  database.exec('update budgets set changed_at = changed_at - 60000');
  database.close();
  expect(await refused).toMatchObject({ failure: 'limit-reached' });
  expect(rig.client.exceeded(run.runId)).toMatchObject({ budget: 'june', needed: 4 });
  await alive.close();
});
