/** Batches with the members of a panel. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cliIn } from '../support/shell.ts';
import { GOOD_BATCHES } from '../support/model-server/batches.ts';

it('the members of a panel have a batch each', async () => {
  const home = await mkdtemp(join(tmpdir(), 'groundrule-panel-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const models = ['one', 'two', 'three'];
  const server = await startModelServer({ handler: answering(plausibleModel), models, batches: GOOD_BATCHES });
  onTestFinished(() => server.close());
  await writeFile(join(home, 'note.txt'), 'Dear neighbours, the party begins at noon. Ada\n');
  await writeFile(join(home, 'list.md'), '- Does the response name an hour?\n- Does it mention fireworks?\n');
  const args = ['judge', 'note.txt', '--checklist', 'list.md', '--model', 'one', '--base-url', server.baseUrl];
  const batches = ['--panel', models.join(), '--batch-api', 'always', '--store', join(home, 'store.sqlite')];
  const { code, stderr, stdout } = await cliIn([...args, ...batches, '--format', 'json'], { home });
  expect({ code, stderr }).toMatchObject({ code: expect.toSatisfy((each: number) => each < 2) as number });
  expect(stdout).toContain('"three"');
  expect(server.batchSizes().length).toBe(3);
}, 60_000);
