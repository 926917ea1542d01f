/** `groundrule store`: its sizes, and making room. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'libsql';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { samplePage, sampleSet } from '../store/samples.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('says how much room each kind takes, and removes what is old and no set needs', async () => {
  const path = join(await temporaryFolder(), 'store.sqlite');
  const store = await openSqliteStore(path, { now: () => new Date(0), monotonicMs: () => 0 });
  const cited = samplePage('cited');
  for (const page of [cited, samplePage('loose')]) await store.putPage(page);
  await store.putSet(sampleSet('a', { cites: cited.extraction }));
  await store.kept.put('model-answer', 'old', 'x'.repeat(2_000_000));
  await store.close();
  const run = (...args: readonly string[]) => cli(['store', ...args, '--store', path]);

  const sizes = await run('sizes');
  expect(sizes.stdout).toMatch(/model answer +1 +2\.0 MB\n *page +2 +0\.0 MB\n *set +1/u);
  expect((await run('prune')).stdout).toMatch(/^Removed from the store .*\s+nothing\n/u);

  const database = new Database(path);
  database.exec('update pages set stored_at = 0; update kept set stored_at = 0');
  database.close();
  const trial = await run('prune', '--older-than', '90', '--dry-run');
  expect(trial.stdout).toMatch(/^Would be removed .*\s+Kind.*\s+model answer +1 +2\.0 MB\n *page +1 /u);
  expect((await stat(path)).size).toBeGreaterThan(2_000_000);
  const pruned = JSON.parse((await run('prune', '--older-than', '90', '--format', 'json')).stdout) as unknown;
  expect(pruned).toEqual([
    { kind: 'model-answer', rows: 1, bytes: 2_000_002 },
    { kind: 'page', rows: 1, bytes: expect.any(Number) as number },
  ]);
  expect((await stat(path)).size).toBeLessThan(1_000_000);
  expect((await run('prune', '--older-than', '0')).code).toBe(EXIT.badInput);
});
