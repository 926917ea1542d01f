/** Jobs of one agent, which are no part of a queue. */
import { expect, it, onTestFinished } from 'vitest';
import { createGroundrule } from '../../src/groundrule.ts';
import { createLocalDesk } from '../../src/mcp/local-desk.ts';
import { setDrained } from '../../src/jobs/queue/drained.ts';
import { job } from '../support/job.ts';

it('are begun though the queue of the store is drained', async () => {
  const opened = await createGroundrule({ store: 'memory' });
  const desk = createLocalDesk(opened, () => undefined);
  onTestFinished(async () => {
    await desk.close();
    await opened.close();
  });
  await setDrained(opened.store.kept, true);
  await desk.jobs.add([job('j', { batch: null, input: {} })]);
  await expect.poll(async () => (await desk.client.store.jobs.get('j'))?.status, { timeout: 20_000 }).toBe('failed');
});
