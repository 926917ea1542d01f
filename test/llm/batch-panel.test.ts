/** Batches with the PostgreSQL store, and with the members of a panel. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { RunEvent } from '../../src/domain/run-context.ts';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { hasPostgres } from '../support/postgres.ts';
import { cliIn } from '../support/shell.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';
import { GOOD_BATCHES } from '../support/model-server/batches.ts';
import { GOOD_RATING, ratingCall, startRig, stoppable } from './harness.ts';
import { testRun } from '../support/run-context.ts';

describe.skipIf(!hasPostgres)('batches with the PostgreSQL store', () => {
  it('are taken by another process after the first one ended', async () => {
    const events: RunEvent[] = [];
    const { makeDatabase } = await sharedPostgres();
    const address = await makeDatabase();
    const openKept = async () => {
      const store = await openPostgresStore(address);
      onTestFinished(() => store.close());
      return store.kept;
    };
    const timing = { quietMs: 20, longestMs: 1_000, pollMs: [5, 10] } as const;
    const batching = { fallsBack: false, onEvent: (event: RunEvent) => events.push(event), timing };
    const server = { batches: { ...GOOD_BATCHES, looks: 1_000 } };
    const rig = await startRig({ batching, server, kept: await openKept() });
    const pages = Array.from({ length: 40 }, (_, index) => `Page ${index}.`);
    const { run, stop } = stoppable();
    const cancelled = Promise.allSettled(pages.map((page) => rig.client.call(run, ratingCall(page))));
    await vi.waitFor(() => expect(events).not.toEqual([]));
    stop();
    await cancelled;
    rig.server.endBatches();
    const client = rig.newClient({ kept: await openKept() });
    const outcomes = await Promise.all(pages.map((page) => client.call(testRun(), ratingCall(page))));
    expect(outcomes).toEqual(pages.map(() => ({ status: 'done', value: GOOD_RATING })));
    expect(rig.server.batchSizes()).toEqual([40]);
  });
});

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
