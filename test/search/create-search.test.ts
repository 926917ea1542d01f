import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/client/clock.ts';
import { InputError } from '../../src/domain/errors.ts';
import { createSearch, WEB_ENGINES } from '../../src/search/create-search.ts';
import type { SearchSettings } from '../../src/search/search-settings.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { testRun } from '../support/run-context.ts';
import { SERVER_KEY, startSearchServer, type SearchServer } from '../support/search-servers/server.ts';
import { braveWire, searxngWire } from '../support/search-servers/wires.ts';

const OPTIONS = {
  clock: systemClock,
  minIntervalMs: 0,
  retryPolicy: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1, maxRetryAfterMs: 1 },
};

const ALL: SearchSettings = {
  searxngUrl: 'http://127.0.0.1:8888',
  braveKey: 'k',
  tavilyKey: 'k',
  exaKey: 'k',
  serperKey: 'k',
  googleKey: 'k',
  googleEngineId: 'e',
};

describe('createSearch by name', () => {
  it('makes every engine', () => {
    expect(WEB_ENGINES).toEqual(['searxng', 'brave', 'tavily', 'exa', 'serper', 'google']);
    for (const name of WEB_ENGINES) expect(createSearch([name], ALL, OPTIONS).name).toBe(name);
  });

  it('fuses several, each once, and takes other searches by their names', () => {
    const { search: library } = memoryLibrary({ a: 'text' });
    const search = createSearch(['exa', 'library', 'exa'], ALL, { ...OPTIONS, ports: { library } });
    expect(search.name).toBe('exa+memory');
    expect(createSearch(['library'], {}, { ...OPTIONS, ports: { library } })).toBe(library);
  });

  it('says what exists where a name is unknown, or none is given', () => {
    for (const names of [['bing'], ['constructor'], []]) {
      const make = () => createSearch(names, ALL, OPTIONS);
      expect(make).toThrow(InputError);
      expect(make).toThrow(expect.objectContaining({ advice: `Choose from ${WEB_ENGINES.join(', ')}.` }));
    }
  });

  it.each([
    ['searxng', 'searxngUrl'],
    ['brave', 'braveKey'],
    ['tavily', 'tavilyKey'],
    ['exa', 'exaKey'],
    ['serper', 'serperKey'],
    ['google', 'googleKey'],
    ['google', 'googleEngineId'],
  ])('names the setting that %s lacks: %s', (name, setting) => {
    for (const value of [undefined, null, ' ']) {
      const settings = { ...ALL, [setting]: value };
      expect(() => createSearch([name], settings, OPTIONS)).toThrow(
        `The search engine ${name} needs the setting “${setting}”.`,
      );
    }
  });

  it('calls settings what their users call them', () => {
    const howToSet = (setting: string) => `X_${setting}`;
    const options = { ...OPTIONS, howToSet };
    expect(() => createSearch(['tavily'], {}, options)).toThrow(
      'The search engine tavily needs X_tavilyKey.',
    );
    const slip = () => createSearch(['brave'], { braveKey: 'a\u00a0b' }, options);
    expect(slip).toThrow(expect.objectContaining({ advice: 'Copy the key into X_braveKey again.' }));
    const address = () => createSearch(['searxng'], { searxngUrl: 'nowhere' }, options);
    const advice = 'Check X_searxngUrl; an example is http://localhost:8888.';
    expect(address).toThrow(expect.objectContaining({ advice }));
  });

  it('does not show a key that cannot be one, nor the password in an address', () => {
    const key = () => createSearch(['brave'], { braveKey: 'secret\u00a0key' }, OPTIONS);
    expect(key).toThrow(InputError);
    expect(key).not.toThrow(/secret/u);
    const address = () => createSearch(['searxng'], { searxngUrl: 'ftp://user:secret@host' }, OPTIONS);
    expect(address).toThrow(/not an http or https URL/u);
    expect(address).not.toThrow(/secret/u);
  });
});

describe('createSearch with servers', () => {
  let searxng: SearchServer;
  let brave: SearchServer;
  beforeEach(async () => {
    [searxng, brave] = await Promise.all([startSearchServer(searxngWire), startSearchServer(braveWire)]);
  });
  afterEach(() => Promise.all([searxng.close(), brave.close()]));
  /** Brave's own address leads to its double. */
  const fetchFromDoubles: typeof globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    return fetch(
      url.host === 'api.search.brave.com' ? new URL(`${url.pathname}${url.search}`, brave.url) : url,
      init,
    );
  };

  it('fuses what they find and falls back where all are unavailable', async () => {
    const { search: library } = memoryLibrary({ own: 'text' });
    const settings = { searxngUrl: searxng.url, braveKey: SERVER_KEY };
    const search = createSearch(['searxng', 'brave'], settings, {
      ...OPTIONS,
      fetch: fetchFromDoubles,
      ports: { library },
      fallback: ['library'],
    });
    expect(search.name).toBe('searxng+brave, else memory');
    expect(await search.search(testRun(), 'letters', 10)).toHaveLength(10);
    expect([searxng.requests.length, brave.requests.length]).toEqual([1, 1]);

    searxng.next('server-error');
    const run = testRun();
    expect(await search.search(run, 'letters', 10)).toHaveLength(10);
    expect(run.events).toMatchObject([
      { message: expect.stringContaining('goes on without searxng') as string },
    ]);

    searxng.next('server-error');
    brave.next('quota');
    expect(await search.search(testRun(), 'letters', 10)).toMatchObject([{ url: 'library:own' }]);
  });
});
