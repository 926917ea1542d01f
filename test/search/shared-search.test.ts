import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { CancelledError, UnavailableError } from '../../src/domain/errors.ts';
import type { SearchPort, StorePort } from '../../src/domain/ports.ts';
import { sharedSearch } from '../../src/search/create-search.ts';
import { searxng } from '../../src/search/engines/searxng.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { sleep } from '../../src/web/abort.ts';
import { testRun } from '../support/run-context.ts';
import { ANYTHING, openEngine } from '../support/search-servers/open-engine.ts';
import { startSearchServer } from '../support/search-servers/server.ts';
import { wire } from '../support/search-servers/wires/searxng.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const keptFor = ({ kept }: StorePort) => ({ records: kept, maxAgeMs: 1_000 });

function countingSearch(mayStore = true): SearchPort & { readonly asked: () => number } {
  let asked = 0;
  return {
    name: 'counting',
    mayStore,
    asked: () => asked,
    search: async (run, query) => {
      asked += 1;
      await setTimeout(20);
      run.emit({ type: 'warning', message: `Only a part of “${query}” was asked.` });
      return [{ url: 'https://guides.example/', title: null, snippet: null }];
    },
  };
}

it('asks once, and says each time how the hits came about', async () => {
  const inner = countingSearch();
  const search = sharedSearch(inner, keptFor(createMemoryStore()), ANYTHING, null);
  const replies = [];
  for (const run of [testRun(), testRun()])
    replies.push({ hits: await search.search(run, 'long', 5), events: run.events });
  expect(inner.asked()).toBe(1);
  expect(replies[1]).toEqual(replies[0]);
  expect(replies[0]?.events).toEqual([{ type: 'warning', message: 'Only a part of “long” was asked.' }]);
});

it('keeps to the pace of the service with all processes on the store', async () => {
  const path = join(await temporaryFolder(), 'shared.sqlite');
  const stores = await Promise.all([1, 2, 3].map(() => openSqliteStore(path, systemClock)));
  onTestFinished(() => Promise.all(stores.map((store) => store.close())).then(() => undefined));
  const server = await startSearchServer(wire);
  onTestFinished(() => server.close());
  server.finds(() => []);
  const controller = new AbortController();
  // An hour: whoever has no turn has none in this test.
  const options = { minIntervalMs: 3_600_000, burst: 2 };
  const searches = stores.map(({ rates }) => openEngine(searxng, server.url, { ...options, rates }));
  const run = { ...testRun(), signal: controller.signal };
  let found = 0;
  const ended = searches.map(async (search, index) => {
    await search.search(run, `query ${index}`, 5);
    found += 1;
  });
  const settled = Promise.allSettled(ended);
  await expect.poll(() => found, { timeout: 20_000 }).toBe(2);
  controller.abort();
  const results = await settled;
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  expect(server.requests).toHaveLength(2);
});

it('waits for no turn that a clock booked which was put back since', async () => {
  const store = createMemoryStore();
  const server = await startSearchServer(wire);
  onTestFinished(() => server.close());
  server.finds(() => []);
  const [key, interval] = [`search searxng ${new URL(server.url).host}`, 1_000];
  await store.rates.book({ [key]: 3 * 86_400_000 });
  const search = openEngine(searxng, server.url, { minIntervalMs: interval, rates: store.rates });
  const controller = new AbortController();
  onTestFinished(() => controller.abort());
  let found = 0;
  const asked = async () => {
    await search.search({ ...testRun(), signal: controller.signal }, 'query', 5);
    found += 1;
  };
  asked().catch(() => undefined);
  await expect.poll(() => found, { timeout: 20_000 }).toBe(1);
  expect((await store.rates.book({ [key]: interval })).waitMs, 'nor do others').toBeLessThanOrEqual(interval);
});

it('says what it warned of where the search fails, to all who share it', async () => {
  let asked = 0;
  const failing: SearchPort = {
    name: 'failing',
    search: async (run) => {
      asked += 1;
      run.emit({ type: 'warning', message: 'Only a part was asked.' });
      await setTimeout(20);
      throw new UnavailableError('It is down.');
    },
  };
  const search = sharedSearch(failing, keptFor(createMemoryStore()), ANYTHING, null);
  const runs = [testRun(), testRun()];
  await Promise.all(runs.map((run) => expect(search.search(run, 'a', 5)).rejects.toThrow('It is down.')));
  expect(asked).toBe(1);
  for (const { events } of runs) expect(events).toEqual([{ type: 'warning', message: 'Only a part was asked.' }]);
});

it('asks again for another query or number, and when the reply is too old', async () => {
  const inner = countingSearch();
  const keep = keptFor(createMemoryStore());
  const search = sharedSearch(inner, keep, ANYTHING, null);
  await search.search(testRun(), 'a', 5);
  await search.search(testRun(), 'b', 5);
  await search.search(testRun(), 'a', 6);
  const later = { ...testRun().clock, now: () => new Date('2026-11-01T12:00:01.001Z') };
  await search.search({ ...testRun(), clock: later }, 'a', 5);
  expect(inner.asked()).toBe(4);
});

it('asks again on another server', async () => {
  const inner = countingSearch();
  const keep = keptFor(createMemoryStore());
  for (const server of ['http://a.example', 'http://b.example', 'http://a.example'])
    await sharedSearch(inner, keep, ANYTHING, server).search(testRun(), 'a', 5);
  expect(inner.asked()).toBe(2);
});

it('asks again where nothing was found', async () => {
  let asked = 0;
  const nothing: SearchPort = {
    name: 'nothing',
    search: async () => {
      asked += 1;
      return [];
    },
  };
  const search = sharedSearch(nothing, keptFor(createMemoryStore()), ANYTHING, null);
  expect([await search.search(testRun(), 'a', 5), await search.search(testRun(), 'a', 5)]).toEqual([[], []]);
  expect(asked).toBe(2);
});

it('asks again where a later page failed, and keeps what it found then', async () => {
  const server = await startSearchServer(wire);
  onTestFinished(() => server.close());
  const search = sharedSearch(openEngine(searxng, server.url), keptFor(createMemoryStore()), ANYTHING, server.url);
  server.next(null, 'quota', 'quota', 'quota');
  const found = [];
  for (let time = 0; time < 3; time++) found.push((await search.search(testRun(), 'a', 25)).length);
  expect(found[0]).toBeLessThan(25);
  expect(found.slice(1)).toEqual([25, 25]);
  const { length } = server.requests;
  await search.search(testRun(), 'a', 25);
  expect(server.requests).toHaveLength(length);
});

it.each([true, false])(
  'asks once for equal searches under way, whether it may store the reply: %s',
  async (mayStore) => {
    const inner = countingSearch(mayStore);
    const search = sharedSearch(inner, keptFor(createMemoryStore()), ANYTHING, null);
    const runs = [testRun(), testRun(), testRun()];
    const replies = await Promise.all(runs.map((run) => search.search(run, 'a', 5)));
    expect(inner.asked()).toBe(1);
    expect(new Set(replies.map((hits) => JSON.stringify(hits))).size).toBe(1);
    expect(runs.map(({ events }) => events.length)).toEqual([1, 1, 1]);
  },
);

it('asks once for equal searches of several processes on one store', async () => {
  const inner = countingSearch();
  const path = join(await temporaryFolder(), 'store.sqlite');
  const searches = await Promise.all(
    [1, 2, 3].map(async () => {
      const store = await openSqliteStore(path, systemClock);
      onTestFinished(() => store.close());
      return sharedSearch(inner, keptFor(store), ANYTHING, null);
    }),
  );
  await Promise.all(searches.map((search) => search.search(testRun(), 'a', 5)));
  expect(inner.asked()).toBe(1);
});

it('goes on for the others where the one that asks is stopped', async () => {
  const stop = new AbortController();
  let asked = 0;
  const inner: SearchPort = {
    name: 'slow',
    search: async ({ signal }) => {
      asked += 1;
      await sleep(50, signal);
      return [{ url: 'https://guides.example/', title: null, snippet: null }];
    },
  };
  const search = sharedSearch(inner, keptFor(createMemoryStore()), ANYTHING, null);
  const stopped = search.search(testRun({ signal: stop.signal }), 'a', 5);
  const other = search.search(testRun(), 'a', 5);
  stop.abort();
  await expect(stopped).rejects.toThrow(CancelledError);
  expect(await other).toHaveLength(1);
  expect(asked).toBe(2);
});
