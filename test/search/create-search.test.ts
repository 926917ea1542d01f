import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { createSearch } from '../../src/search/create-search.ts';
import { ENGINES, type SearchAccess } from '../../src/search/engines/registry.ts';
import { memoryLibrary } from '../support/memory-library.ts';
import { testRun } from '../support/run-context.ts';
import { QUICK } from '../support/search-servers/open-engine.ts';
import { SERVER_KEY, startSearchServer, type SearchServer } from '../support/search-servers/server.ts';
import { wire as braveWire } from '../support/search-servers/wires/brave.ts';
import { wire as searxngWire } from '../support/search-servers/wires/searxng.ts';

const OPTIONS = {
  ...QUICK,
  retryPolicy: { maxAttempts: 1, baseDelayMs: 1, maxDelayMs: 1, maxRetryAfterMs: 1 },
};
const NEEDS = ENGINES.flatMap(({ name, needs }) => needs.map((need) => [name, need.name, need.kind] as const));
const ALL: SearchAccess = Object.fromEntries(
  NEEDS.map(([, need, kind]) => [need, kind === 'key' ? 'k' : 'http://127.0.0.1:8888']),
);

describe('createSearch by name', () => {
  it('makes every engine', () => {
    for (const { name } of ENGINES) expect(createSearch([name], ALL, OPTIONS).name).toBe(name);
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
      expect(make).toThrow(
        expect.objectContaining({ advice: `Choose from ${ENGINES.map(({ name }) => name).join(', ')}.` }),
      );
    }
  });

  it.each(NEEDS)('names what %s lacks: %s', (name, setting) => {
    for (const value of [undefined, null, ' ']) {
      const settings = { ...ALL, [setting]: value };
      expect(() => createSearch([name], settings, OPTIONS)).toThrow(
        `The search engine ${name} needs the setting “${setting}”.`,
      );
    }
  });

  it('calls settings what their users call them', () => {
    const howToSet = ({ name }: { readonly name: string }) => `X_${name}`;
    const options = { ...OPTIONS, howToSet };
    expect(() => createSearch(['tavily'], {}, options)).toThrow('The search engine tavily needs X_tavily.');
    const slip = () => createSearch(['brave'], { brave: 'a\u00a0b' }, options);
    expect(slip).toThrow(expect.objectContaining({ advice: 'Copy the key into X_brave again.' }));
    const address = () => createSearch(['searxng'], { searxngUrl: 'nowhere' }, options);
    const advice = 'Check X_searxngUrl; an example is http://localhost:8888.';
    expect(address).toThrow(expect.objectContaining({ advice }));
  });

  it('does not show a key that cannot be one, nor the password in an address', () => {
    const key = () => createSearch(['brave'], { brave: 'secret\u00a0key' }, OPTIONS);
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
    return fetch(url.host === 'api.search.brave.com' ? new URL(`${url.pathname}${url.search}`, brave.url) : url, init);
  };

  it('fuses what they find, and goes on where one fails', async () => {
    const settings = { searxngUrl: searxng.url, brave: SERVER_KEY };
    const search = createSearch(['searxng', 'brave'], settings, {
      ...OPTIONS,
      fetch: fetchFromDoubles,
    });
    expect(search.name).toBe('searxng+brave');
    expect(await search.search(testRun(), 'letters', 10)).toHaveLength(10);
    expect([searxng.requests.length, brave.requests.length]).toEqual([1, 1]);

    searxng.next('server-error');
    const run = testRun();
    expect(await search.search(run, 'letters', 10)).toHaveLength(10);
    expect(run.events).toMatchObject([{ message: expect.stringContaining('continues without searxng') as string }]);
  });
});
