/** What several discoveries of one app took is told apart, also where they run at the same time. */
import { expect, it, onTestFinished } from 'vitest';
import { createApp } from '../../src/app/create-app.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/secrets.ts';
import type { ModelUsage } from '../../src/domain/model.ts';
import { callRecordsOf } from '../../src/pipeline/call-records.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';

const INSTRUCTIONS = ['Write a cover letter', 'Write a press release', 'Write a wedding toast'];

const callsIn = (usage: readonly ModelUsage[]) => usage.reduce((sum, { calls }) => sum + calls, 0);

it('each set has the usage and the calls of its own run, and they add up', async () => {
  const server = await startModelServer({ handler: answering(plausibleModel), latencyMs: 5 });
  onTestFinished(() => server.close());
  const { settings } = await loadConfig({
    flags: { model: 'scripted', baseUrl: server.baseUrl, store: 'memory', mode: 'model-answers' },
    env: {},
    configFile: null,
  });
  const app = await createApp({ settings, secrets: readSecrets({}), defaultStorePath: 'memory' });
  onTestFinished(() => app.close());
  const sets = await Promise.all(
    INSTRUCTIONS.map((instruction) => app.discover({ instruction, context: null })),
  );
  const records = await Promise.all(sets.map(({ id }) => callRecordsOf(id, app.store)));
  sets.forEach((set, index) => {
    const asked = records[index] ?? [];
    expect(asked.length).toBeGreaterThan(0);
    for (const { exchanges } of asked)
      expect(exchanges[0]?.messages.at(-1)?.content).toContain(set.content.task.instruction);
    expect(set.run.model.find(({ role }) => role === 'propose-queries')?.calls).toBe(1);
  });
  expect(sets.reduce((sum, { run }) => sum + callsIn(run.model), 0)).toBe(server.statistics().requests);
  expect(callsIn(app.usage())).toBe(server.statistics().requests);
});
