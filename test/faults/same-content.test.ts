/** How a run is carried out is no part of what it finds: the same content whatever is done at once, and in any order. */
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { setTimeout as delay } from 'node:timers/promises';
import type { ModelClient } from '../../src/domain/model.ts';
import { createModelEngine } from '../../src/engines/model/engine.ts';
import { discover } from '../../src/discover/discover.ts';
import { openLibrary } from '../../src/search/library/open-library.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { canonicalJson } from '../../src/text/hash.ts';
import { drawing } from '../support/draw.ts';
import { fakeModelClient, shippedPrompts } from '../support/fake-model-client.ts';
import { discoverWith, TASK } from '../support/guide-web/discover-with.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { startGuideWeb } from '../support/guide-web/start-guide-web.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { testRun } from '../support/run-context.ts';

describe('the same content', { timeout: 60_000 }, () => {
  it('with one call and one page at a time as with 32', async () => {
    const pages = await makePages({
      textKind: 'grant-proposal',
      counts: { guide: 9, general: 3, 'other-kind': 2, 'off-topic': 2, thin: 1, copy: 1 },
      sites: 9,
      sentences: 60,
      frame: 'bare',
      seed: 'concurrency',
    });
    const world = await startGuideWeb({ pages, resultsPerQuery: 6 });
    onTestFinished(() => world.close());
    const run = (limit: number) =>
      discoverWith({
        ...world.flags,
        mode: 'full',
        n: 10,
        rounds: 2,
        concurrency: limit,
        modelConcurrency: limit,
      });
    const [one, many] = [await run(1), await run(32)];
    expect(one.content.criteria.length).toBeGreaterThan(20);
    expect(canonicalJson(many.content)).toBe(canonicalJson(one.content));
  });

  it('with batches of one and of eight, and answers in any order', async () => {
    const prompts = await shippedPrompts();
    const path = join(import.meta.dirname, '../../fixtures/library');
    const run = async (size: number, seed: string) => {
      const store = createMemoryStore();
      const library = await openLibrary(testRun(), { folders: [{ path, via: 'bundled' }], store });
      const model = inAnyOrder(fakeModelClient(plausibleModel), seed);
      const ports = {
        engine: createModelEngine({ model, prompts, modelNames: {} }, { itemsPerCall: size }),
        search: library.search,
        documents: [library.documents],
        model: null,
        sourceNotes: [],
        store,
        groundruleVersion: '0.0.0',
      };
      const parameters = {
        queries: 2,
        resultsPerQuery: 8,
        keepPerQuery: 3,
        minExpertise: 2,
        minRelevance: 1,
        language: 'eng',
        rounds: 1,
        modelCriteria: 10,
        moreModelCriteria: 0,
      };
      return canonicalJson((await discover(testRun(), ports, TASK, parameters, 'full')).content);
    };
    const first = await run(1, 'a');
    expect(first.length).toBeGreaterThan(10_000);
    expect(await run(8, 'b')).toBe(first);
    expect(await run(8, 'c')).toBe(first);
  });
});

/** Calls that start together end in an order of the seed's. */
function inAnyOrder(client: ModelClient, seed: string): ModelClient {
  const draw = drawing(seed);
  return {
    ...client,
    call: async (run, call) => {
      await delay(draw.index(8));
      return client.call(run, call);
    },
  };
}
