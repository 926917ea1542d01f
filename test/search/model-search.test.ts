/** The search “openai”: the web search of the model's own server, against the double of the Responses API. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { createEngine } from '../../src/client/engine.ts';
import { createModelSearch } from '../../src/client/model-search.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import {
  CancelledError,
  GroundruleError,
  InputError,
  SettingError,
  UnavailableError,
} from '../../src/domain/errors.ts';
import type { StorePort } from '../../src/domain/ports.ts';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import type { SearchReply, SearchRequest } from '../support/model-server/responses.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { testRun } from '../support/run-context.ts';
import { fakeResults } from '../support/search-servers/server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { serve } from '../llm/harness.ts';
import { searchContract } from './contract.ts';

const QUERY = 'how to write a "toast" – quickly';
const URLS = fakeResults(6).map(({ url }) => url);
const FOUND: SearchReply = {
  sources: URLS,
  cited: [
    { url: `${URLS[2] ?? ''}&utm_source=openai`, title: 'Third' },
    { url: URLS[0] ?? '', title: 'First' },
  ],
};

let server: ModelServer;
let asked: { readonly query: string; readonly request: SearchRequest }[] = [];
let reply: SearchReply = FOUND;
beforeEach(async () => {
  asked = [];
  reply = FOUND;
  server = await startModelServer({
    searches: (query, request) => {
      asked.push({ query, request });
      return reply;
    },
  });
});
afterEach(() => server.close());

type Flags = Readonly<Record<string, unknown>>;

async function open(flags: Flags = {}, store: StorePort = createMemoryStore(), key = 'test-key-0123456789') {
  const { settings } = await loadConfig({
    flags: { model: 'scripted', baseUrl: server.baseUrl, maxAgeDays: 1, ...flags },
    env: {},
    configFile: null,
  });
  const secrets = readSecrets({ GROUNDRULE_API_KEY: key, OPENAI_API_KEY: 'sk-of-other-programs' });
  const loaded = await createEngine(settings, secrets, null, store, systemClock);
  const search = createModelSearch(settings, secrets, loaded, settings.maxAgeDays * 86_400_000);
  if (loaded.agents === null) throw new Error('There is no search.');
  return { search, model: loaded.agents.model };
}

async function failureOf(flags: Flags = {}): Promise<GroundruleError> {
  const { search } = await open(flags);
  const error: unknown = await search.search(testRun(), QUERY, 5).catch((thrown: unknown) => thrown);
  if (error instanceof GroundruleError) return error;
  throw new Error('The search succeeded.', { cause: error });
}

searchContract('openai', async () => ({
  port: {
    name: 'openai',
    search: async (run, query, limit) => {
      reply = query === 'hopeless' ? { sources: [] } : FOUND;
      return (await open()).search.search(run, query, limit);
    },
  },
  query: QUERY,
  hopelessQuery: 'hopeless',
  close: () => Promise.resolve(),
}));

describe('a search by the model’s server', () => {
  it('gives what was cited first, then what was looked at, each once, and no word of the answer', async () => {
    const { search } = await open();
    const hits = await search.search(testRun(), QUERY, 10);
    expect(hits.map(({ url }) => url)).toEqual([URLS[2], URLS[0], URLS[1], URLS[3], URLS[4], URLS[5]]);
    expect(hits.map(({ title }) => title)).toEqual(['Third', 'First', null, null, null, null]);
    expect(hits.every(({ snippet, pageText }) => snippet === null && pageText === undefined)).toBe(true);
    expect(asked.map(({ query }) => query)).toEqual([QUERY]);
  });

  it('goes to the model’s server with the model’s key, and to no other', async () => {
    await (await open()).search.search(testRun(), QUERY, 5);
    expect(server.headers.map(({ authorization }) => authorization)).toEqual(['Bearer test-key-0123456789']);
  });

  it('hands on domains, and puts number and date into words', async () => {
    const { search } = await open({ allowDomains: ['a.example', 'b.example'], since: '2024-05-01' });
    await search.search(testRun(), QUERY, 7);
    expect(asked[0]?.request.tools).toEqual([
      { type: 'web_search', filters: { allowed_domains: ['a.example', 'b.example'] } },
    ]);
    const said = JSON.stringify(asked[0]?.request.input);
    expect(said).toContain('Pages wanted: 7');
    expect(said).toContain('Published since: 2024-05-01');
  });

  it('calls the tool as the server does', async () => {
    const { search } = await open({ webSearchTool: 'openrouter:web_search', allowDomains: ['a.example'] });
    expect(await search.search(testRun(), QUERY, 3)).toHaveLength(3);
    expect(asked[0]?.request.tools).toEqual([
      { type: 'openrouter:web_search', parameters: { allowed_domains: ['a.example'] } },
    ]);
  });

  it('gives nothing that is no page of the web', async () => {
    reply = { sources: ['javascript:alert(1)', 'file:///etc/passwd', 'no address', URLS[0] ?? ''] };
    const { search } = await open();
    expect((await search.search(testRun(), QUERY, 5)).map(({ url }) => url)).toEqual([URLS[0]]);
  });
});

describe('what a search by a model costs', () => {
  const TOKENS = { input: 1, cachedInput: 0.1, output: 10 };
  const PRICED = { ...TOKENS, webSearch: 10 };

  it('is counted, searches included, and never paid twice within the age that is allowed', async () => {
    reply = { ...FOUND, searches: 2 };
    const prices = await priceFile({ [new URL(server.baseUrl).host]: { scripted: PRICED } });
    const store = createMemoryStore();
    const run = testRun();
    const first = await open({ prices }, store);
    const hits = await first.search.search(run, QUERY, 5);
    const [usage] = first.model.usage();
    expect(usage).toMatchObject({
      step: 'search',
      role: 'search-web',
      calls: 1,
      inputTokens: 8_300,
      outputTokens: 400,
    });
    expect(usage?.usd).toBeCloseTo((8_000 + 300 * 0.1 + 4_000) / 1e6 + 2 * 0.01, 9);
    const [record] = first.model.callsOf(run.runId);
    expect(record?.outcome).toEqual({ status: 'done' });
    expect(JSON.stringify(record)).not.toContain('obey');

    const again = await open({ prices }, store);
    expect(await again.search.search(testRun(), QUERY, 5)).toEqual(hits);
    expect(again.model.usage()).toMatchObject([{ calls: 0, cacheHits: 1, usd: 0 }]);
    expect(server.searchRequests()).toBe(1);
    const fresh = await open({ prices, maxAgeDays: 0 }, store);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await fresh.search.search(testRun(), QUERY, 5);
    expect(server.searchRequests()).toBe(2);
  });

  it.each([0, 2])(
    'counts the pages that it read for %i searches, where the server gives no usage',
    async (searches) => {
      reply = { ...FOUND, searches };
      server.behave({ usage: 'missing' });
      const prices = await priceFile({ [new URL(server.baseUrl).host]: { scripted: PRICED } });
      const { search, model } = await open({ prices });
      await search.search(testRun(), QUERY, 5);
      const [usage] = model.usage();
      const { inputTokens, usd } = usage!;
      expect(usage).toMatchObject({ calls: 1, estimatedCalls: 1, outputTokens: 1_500 });
      expect(inputTokens - searches * 8_000).toBeGreaterThan(0);
      expect(inputTokens - searches * 8_000).toBeLessThan(1_000);
      expect(usd).toBeCloseTo((inputTokens + 15_000) / 1e6 + searches * 0.01, 9);
    },
  );

  it('is held to the limits', async () => {
    const { search, model } = await open({ maxCalls: '1' });
    const run = testRun();
    await search.search(run, QUERY, 5);
    await expect(search.search(run, 'another', 5)).rejects.toThrow(/limit reached: maxCalls 1/u);
    expect(model.exceeded(run.runId)).toMatchObject({ limit: 'maxCalls' });
    expect(server.searchRequests()).toBe(1);

    const prices = await priceFile({ [new URL(server.baseUrl).host]: { scripted: PRICED } });
    const dear = await open({ maxUsd: '0.02', prices });
    await expect(dear.search.search(testRun(), QUERY, 5)).rejects.toThrow(/limit reached: maxUsd/u);
    const unpriced = await priceFile({ [new URL(server.baseUrl).host]: { scripted: TOKENS } });
    const error = await failureOf({ maxUsd: '5', prices: unpriced });
    expect(error.message).toContain('unknown price of a web search by scripted at');
    expect(server.searchRequests()).toBe(1);
  });

  it('is counted by us where the server says nothing, and marked so', async () => {
    server.behave({ usage: 'missing' });
    const { search, model } = await open();
    await search.search(testRun(), QUERY, 5);
    expect(model.usage()).toMatchObject([{ estimatedCalls: 1 }]);
  });
});

describe('what can go wrong with a search by a model', () => {
  it('says so where nothing was searched, and does not keep that', async () => {
    reply = { text: 'https://made-up.example is a fine page.' };
    const store = createMemoryStore();
    const { search } = await open({}, store);
    await expect(search.search(testRun(), QUERY, 5)).rejects.toThrow(/answered without a search of the web/u);
    expect(server.searchRequests()).toBe(1);
    reply = FOUND;
    expect(await (await open({}, store)).search.search(testRun(), QUERY, 5)).toHaveLength(5);
  });

  it('names the key where it is refused', async () => {
    server.behave({ apiKey: 'another' });
    const error = await failureOf();
    expect(error).toBeInstanceOf(SettingError);
    expect(error.message).toContain('refuses the API key');
    expect(error.message).not.toContain('test-key-0123456789');
  });

  it('tries again where it is asked to, or the server has an error', async () => {
    server.behave({ retryAfterSeconds: 0.2 });
    server.next('rate-limited', 'server-error');
    const { search, model } = await open();
    expect(await search.search(testRun(), QUERY, 5)).toHaveLength(5);
    expect(model.usage()).toMatchObject([{ calls: 1, retries: 2 }]);
  });

  const TOOK = { usage: { input_tokens: 9_000, output_tokens: 300 } };
  const FAILED = { object: 'response', status: 'failed', output: [{ type: 'web_search_call', action: {} }], ...TOOK };

  it.each([
    [{ error: { code: 401, message: 'No credentials.' } }, 1, /refuses the API key: No credentials/u, 0],
    [{ error: { code: 402, message: 'No credits.' } }, 1, /quota exceeded: No credits/u, 0],
    [{ ...FAILED, error: { code: 'server_error', message: 'Broke off.' } }, 2, /failed: Broke off/u, 18_600],
    [{ object: 'response', error: null }, 2, /failed: no readable message/u, null],
    ['<title>No output of a model</title>', 2, /is not a chat completion: no readable message/u, null],
  ])('says what a failed reply %j says, and counts what it states', async (body, requests, message, tokens) => {
    let made = 0;
    const baseUrl = await serve((_request, response) => {
      made += 1;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    const { search, model } = await open({ baseUrl });
    await expect(search.search(testRun(), QUERY, 5)).rejects.toThrow(message);
    expect(made).toBe(requests);
    const [usage] = model.usage();
    if (tokens !== null) expect((usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0)).toBe(tokens);
  });

  it('never takes an outage for nothing found', async () => {
    server.behave({ faultRates: { hang: 1 } });
    const error = await failureOf({ modelTimeoutMs: 1_000 });
    expect(error).toBeInstanceOf(UnavailableError);
  });

  it('stops at once', async () => {
    server.next('hang');
    const stop = new AbortController();
    const { search } = await open();
    const searching = search.search(testRun({ signal: stop.signal }), QUERY, 3);
    setTimeout(() => stop.abort(), 50);
    await expect(searching).rejects.toBeInstanceOf(CancelledError);
  });

  it('says where a server does not know the Responses API, and what else there is', async () => {
    await server.close();
    server = await startModelServer();
    const error = await failureOf();
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain('does not know the Responses API (status 404)');
    expect(error.advice).toContain('--search library');
  });

  it('says where a server does not know the tool, and how to name it', async () => {
    const error = await failureOf({ webSearchTool: 'websearch' });
    expect(error).toBeInstanceOf(InputError);
    expect(error.message).toContain('with the tool “websearch”');
    expect(error.advice).toContain('--web-search-tool');
  });

  it('is refused before anything is asked where the provider has no such API', async () => {
    await expect(open({ modelByRole: 'search-web=anthropic:claude-x', baseUrl: undefined })).rejects.toThrow(
      'models of anthropic have none',
    );
  });
});

async function priceFile(prices: object): Promise<string> {
  const path = join(await temporaryFolder(), 'prices.json');
  await writeFile(path, JSON.stringify(prices));
  return path;
}
