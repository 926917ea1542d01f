/** The contract of deliveries: in this process, and by pg-boss on a real PostgreSQL. */
import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import type { Job } from '../../src/domain/job.ts';
import type { JobDelivery } from '../../src/jobs/queue/delivery.ts';
import { createLocalDelivery } from '../../src/jobs/queue/local-delivery.ts';
import { openQueue } from '../../src/jobs/queue/open-queue.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Patience } from '../../src/store/patience.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { job } from '../support/job.ts';
import { hasPostgres, START_MS, type Databases } from '../support/postgres.ts';
import { sharedPostgres } from '../support/shared-postgres.ts';

interface Opened {
  readonly store: StorePort;
  readonly delivery: JobDelivery;
  readonly setup: string | null;
}

const ENGINE = { name: 'offline', version: '1', models: {}, prompts: {} };
const id = (number: number) => `job_00000000-0000-4000-8000-00000000000${number}`;

function deliveryContract(name: string, open: () => Promise<Opened>) {
  describe(name, () => {
    const opened = async (...jobs: readonly Partial<Job>[]) => {
      const { store, delivery, setup } = await open();
      const added = jobs.map((changes, number) => job(id(number), { setup, ...changes }));
      await store.jobs.add(added);
      await delivery.send(added);
      return { store, delivery, added };
    };
    const untilTaken = async (delivery: JobDelivery, count: number) => {
      const ids: string[] = [];
      await expect
        .poll(
          async () => {
            await delivery.refill();
            ids.push(...(await delivery.take(10)));
            return ids.length;
          },
          { timeout: 20_000, interval: 200 },
        )
        .toBe(count);
      return ids.sort();
    };

    it('gives each job once, the highest priority first', { timeout: START_MS }, async () => {
      const { delivery, added } = await opened({}, { priority: 5 }, { priority: -1 });
      await delivery.send(added);
      expect(await delivery.take(1)).toEqual([id(1)]);
      expect([...(await delivery.take(10))].sort()).toEqual([id(0), id(2)]);
      expect(await delivery.take(10)).toEqual([]);
    });

    it('gives again what is handed back, and never what was removed', { timeout: START_MS }, async () => {
      const { store, delivery, added } = await opened({}, {});
      await delivery.take(2);
      await delivery.release(id(0));
      const [, ended] = added;
      if (ended !== undefined) await store.jobs.replace({ ...ended, status: 'done', endedAt: 'now' }, ['queued']);
      await delivery.release(id(1));
      expect(await untilTaken(delivery, 1)).toEqual([id(0)]);
    });

    it('finds what was added and never sent', { timeout: START_MS }, async () => {
      const { store, delivery, setup } = await open();
      await store.jobs.add([job(id(0), { setup }), job(id(1), { setup: 'another' })]);
      expect(await untilTaken(delivery, 1)).toEqual([id(0)]);
    });
  });
}

deliveryContract('in this process', async () => {
  const store = createMemoryStore();
  return { store, delivery: createLocalDelivery(store.jobs, 'own'), setup: 'own' };
});

it('gives the oldest first, and what is urgent before, however many wait in the store', async () => {
  const { jobs } = createMemoryStore();
  const added = Array.from({ length: 30 }, (_, number) => job(`j${number}`));
  await jobs.add(added);
  const delivery = createLocalDelivery(jobs, null, { most: 10, enough: 3 });
  await delivery.refill();
  const [last, urgent] = [job('last'), job('urgent', { priority: 1 })];
  for (const late of [last, urgent]) await jobs.add([late]);
  await delivery.send([last, urgent]);
  const order: string[] = [];
  for (let ids = await delivery.take(2); ids.length > 0; ids = await delivery.take(2)) {
    order.push(...ids);
    for (const id of ids) {
      await jobs.replace({ ...job(id), status: 'done' }, ['queued']);
      await delivery.release(id);
    }
    await delivery.refill();
  }
  expect(order).toEqual(['urgent', ...added.map(({ id }) => id), 'last']);
});

describe.runIf(hasPostgres)('on PostgreSQL', () => {
  async function openAt(address: string, patience: Patience = {}): Promise<Opened> {
    const store = await openStore(address, '', systemClock, patience);
    const discovery = { mode: 'web' as const, engine: ENGINE, parameters: {} as never, sources: 's' };
    const setup = { ...discovery, judging: {}, version: '1' };
    const queue = await openQueue({ store, setup, clock: systemClock, log: () => undefined });
    onTestFinished(async () => {
      await queue.delivery.close();
      await store.close();
    });
    return { store, ...queue };
  }
  let server: Databases;
  beforeAll(async () => {
    server = await sharedPostgres();
  }, START_MS);

  deliveryContract('by pg-boss', async () => openAt(await server.makeDatabase()));

  it('gives what a process held that lost its lease to another one', { timeout: 2 * START_MS }, async () => {
    const address = await server.makeDatabase();
    const [one, other] = await Promise.all([openAt(address), openAt(address)]);
    const added = [job(id(0), { setup: one.setup }), job(id(1), { setup: one.setup })];
    await one.store.jobs.add(added);
    await one.delivery.send(added);
    expect((await one.delivery.take(2)).length).toBe(2);
    // It works on the one, and died before it began the other.
    await one.store.jobs.claim(id(0));
    const taken: string[] = [];
    await expect
      .poll(
        async () => {
          await other.delivery.refill();
          taken.push(...(await other.delivery.take(2)));
          return taken;
        },
        { timeout: 40_000, interval: 500 },
      )
      .toEqual([id(1)]);
  });

  it('gives all jobs their turns, the oldest first, few at a time', { timeout: 2 * START_MS }, async () => {
    const { store, delivery, setup } = await openAt(await server.makeDatabase());
    const jobs = Array.from({ length: 1_100 }, (_, number) => {
      // Not in the order of their ids.
      const uuid = `${String(9_999 - number).padStart(8, '0')}-0000-4000-8000-000000000000`;
      return job(`job_${uuid}`, { setup });
    });
    await store.jobs.add(jobs);
    const urgent = job('job_urgent', { setup, priority: 1 });
    await delivery.refill();
    await store.jobs.add([urgent]);
    await delivery.send([urgent]);
    const rounds: string[][] = [];
    const take = async (count: number) => {
      const ids = await delivery.take(count);
      await Promise.all(
        ids.map(async (id) => {
          await store.jobs.replace({ ...job(id, { setup }), status: 'done', endedAt: 'now' }, ['queued']);
          await delivery.release(id);
        }),
      );
      rounds.push([...ids].sort());
    };
    await take(1);
    await take(400);
    for (let round = 0; round < 3; round += 1) {
      await delivery.refill();
      await take(5_000);
    }
    const inOrder = jobs.map(({ id }) => id);
    const parts = [[urgent.id], inOrder.slice(0, 400), inOrder.slice(400, 1_000), inOrder.slice(1_000)];
    expect(rounds).toEqual([...parts, []].map((part) => [...part].sort()));
  });

  it('sends turns once for many jobs that are added side by side', { timeout: 2 * START_MS }, async () => {
    const { store, delivery, setup } = await openAt(await server.makeDatabase());
    const jobs = Array.from({ length: 50 }, (_, number) => job(`job_${number}`, { setup }));
    await store.jobs.add(jobs);
    const turns = store.jobs.turns.bind(store.jobs);
    let isAway = true;
    let rounds = 0;
    store.jobs.turns = async (...request) => {
      rounds += 1;
      if (isAway) throw new Error('It is away.');
      return turns(...request);
    };
    const sends = await Promise.allSettled(jobs.map((each) => delivery.send([each])));
    expect(new Set(sends.map(({ status }) => status))).toEqual(new Set(['rejected']));
    isAway = false;
    await Promise.all(jobs.map((each) => delivery.send([each])));
    expect(rounds).toBe(2);
    expect(await delivery.take(100)).toHaveLength(jobs.length);
  });

  it('says that a server is away whose network swallows what is sent', { timeout: 2 * START_MS }, async () => {
    const address = await server.makeDatabase();
    const sockets = new Set<Socket>();
    let swallows = false;
    const proxy = createServer((client) => {
      sockets.add(client.on('error', () => undefined));
      if (swallows) return;
      const upstream = connect(server.port, '127.0.0.1').on('error', () => undefined);
      client.on('close', () => upstream.destroy()).pipe(upstream);
      upstream.on('close', () => client.destroy()).pipe(client);
    }).listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    });
    const { port } = proxy.address() as AddressInfo;
    const { delivery } = await openAt(address.replace(/:\d+\//u, `:${port}/`), { maxAwayMs: 1_000 });
    swallows = true;
    for (const socket of sockets) socket.destroy();
    await expect(delivery.refill()).rejects.toThrow('cannot be reached');
    for (const socket of sockets) socket.destroy();
    swallows = false;
    expect(await delivery.take(1)).toEqual([]);
  });
});
