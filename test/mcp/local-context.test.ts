/** Jobs of one agent, which are no part of a queue. */
import { expect, it, onTestFinished } from 'vitest';
import { createGroundrule } from '../../src/groundrule.ts';
import { createLocalContext } from '../../src/mcp/local-context.ts';
import { setDrained } from '../../src/jobs/queue/drained.ts';
import { job } from '../support/job.ts';

it('are begun though the queue of the store is drained', async () => {
  const opened = await createGroundrule({ store: 'memory' });
  const context = createLocalContext(opened, () => undefined);
  onTestFinished(async () => {
    await context.close();
    await opened.close();
  });
  await setDrained(opened.store.kept, true);
  await context.jobs.add([job('j', { batch: null, input: {} })]);
  await expect.poll(async () => (await context.client.store.jobs.get('j'))?.status, { timeout: 20_000 }).toBe('failed');
});
