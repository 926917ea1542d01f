import { expect, it } from 'vitest';
import type { SearchPort } from '../../src/domain/ports.ts';
import { keptSearch } from '../../src/search/create-search.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { testRun } from '../support/run-context.ts';
import { ANYTHING } from '../support/search-servers/open-engine.ts';

function countingSearch(): SearchPort & { readonly asked: () => number } {
  let asked = 0;
  return {
    name: 'counting',
    asked: () => asked,
    search: async (run, query) => {
      asked += 1;
      run.emit({ type: 'warning', message: `Only a part of “${query}” was asked.` });
      return [{ url: 'https://guides.example/', title: null, snippet: null }];
    },
  };
}

it('asks once, and says each time how the hits came about', async () => {
  const inner = countingSearch();
  const search = keptSearch(inner, createMemoryStore().kept, 1_000, ANYTHING, null);
  const replies = [];
  for (const run of [testRun(), testRun()])
    replies.push({ hits: await search.search(run, 'long', 5), events: run.events });
  expect(inner.asked()).toBe(1);
  expect(replies[1]).toEqual(replies[0]);
  expect(replies[0]?.events).toEqual([{ type: 'warning', message: 'Only a part of “long” was asked.' }]);
});

it('asks again for another query or number, and when the reply is too old', async () => {
  const inner = countingSearch();
  const { kept } = createMemoryStore();
  const search = keptSearch(inner, kept, 1_000, ANYTHING, null);
  await search.search(testRun(), 'a', 5);
  await search.search(testRun(), 'b', 5);
  await search.search(testRun(), 'a', 6);
  const later = { ...testRun().clock, now: () => new Date('2026-11-01T12:00:01.001Z') };
  await search.search({ ...testRun(), clock: later }, 'a', 5);
  expect(inner.asked()).toBe(4);
});

it('asks again on another server', async () => {
  const inner = countingSearch();
  const { kept } = createMemoryStore();
  for (const server of ['http://a.example', 'http://b.example', 'http://a.example'])
    await keptSearch(inner, kept, 1_000, ANYTHING, server).search(testRun(), 'a', 5);
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
  const search = keptSearch(nothing, createMemoryStore().kept, 1_000, ANYTHING, null);
  expect([await search.search(testRun(), 'a', 5), await search.search(testRun(), 'a', 5)]).toEqual([[], []]);
  expect(asked).toBe(2);
});
