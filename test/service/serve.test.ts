/** A service that does not come up, and one that ends. */
import { join } from 'node:path';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { expect, it, onTestFinished, vi } from 'vitest';
import { readSecrets } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { StoreError } from '../../src/domain/errors.ts';
import { openGroundrule } from '../../src/groundrule.ts';
import { createLocalDelivery } from '../../src/jobs/queue/local-delivery.ts';
import { LOCAL_CALLER } from '../../src/service/callers.ts';
import { runHere } from '../../src/service/run-here.ts';
import { serve } from '../../src/service/serve.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { plausibleServer } from '../support/plausible-server.ts';
import { startService } from '../support/service.ts';

async function listening(port: number): Promise<Server> {
  const server = createServer().listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

it('leaves neither its port nor its queue open where its store is away', async () => {
  const config = await loadConfig({ flags: { store: 'memory' }, env: {}, configFile: null });
  const client = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory' });
  onTestFinished(() => client.close());
  client.store.jobs.removeEndedBefore = () => Promise.reject(new StoreError('It is away.'));
  let isClosed = false;
  const delivery = {
    ...createLocalDelivery(client.store.jobs, 's'),
    close: async () => void (isClosed = true),
  };
  const probe = await listening(0);
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));

  const started = serve({
    client,
    runner: runHere(client),
    queue: { setup: 's', delivery },
    port,
    log: () => undefined,
  });
  await expect(started).rejects.toThrow('It is away.');
  expect(isClosed).toBe(true);
  const next = await listening(port);
  await new Promise((resolve) => next.close(resolve));
});

it('names --port where another program has the port', async () => {
  const config = await loadConfig({ flags: { store: 'memory' }, env: {}, configFile: null });
  const client = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory' });
  onTestFinished(() => client.close());
  const other = await listening(0);
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const queue = { setup: 's', delivery: createLocalDelivery(client.store.jobs, 's') };
  await expect(serve({ client, runner: runHere(client), queue, port, log: () => undefined })).rejects.toMatchObject({
    advice: expect.stringContaining('--port') as string,
  });
});

it.each([
  ['leaves the job to the next', 'service.sqlite', 202],
  ['says that a job in memory goes with it', null, 503],
] as const)(
  'tells whoever waits for a job, or follows it, how it stands when it ends, and %s',
  async (_what, file, status) => {
    const store = file === null ? 'memory' : join(await temporaryFolder(), file);
    const model = await plausibleServer({ latencyMs: 600_000 });
    const service = await startService({ flags: { model: 'scripted', baseUrl: model.baseUrl, store } });
    const waiting = service.post('/v1/sets', { instruction: 'Write a toast' });
    await vi.waitFor(() => expect(model.requests.length).toBeGreaterThan(0), { timeout: 20_000 });
    const [job] = await service.client.store.jobs.list({ owner: LOCAL_CALLER.id }, 1);
    const following = await fetch(`${service.url}/v1/jobs/${job?.id ?? ''}/events`);
    await service.close();
    expect((await waiting).status).toBe(status);
    // It ends, and is not cut off.
    expect(await following.text()).toContain('event: job');
    expect((await service.client.store.jobs.get(job?.id ?? ''))?.status).not.toBe('cancelled');
  },
);
