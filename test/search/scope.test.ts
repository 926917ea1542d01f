/** What each service is asked beside the query, and what the text that it supplies becomes. */
import { afterEach, describe, expect, it } from 'vitest';
import { languageOf } from '../../src/domain/language.ts';
import type { SearchPort } from '../../src/domain/ports.ts';
import { createBrave } from '../../src/search/brave.ts';
import { createExa } from '../../src/search/exa.ts';
import { createGoogle, type GoogleOptions } from '../../src/search/google.ts';
import { ANYTHING, siteOperator, type SearchScope } from '../../src/search/search-scope.ts';
import { createSearxng } from '../../src/search/searxng.ts';
import { createSerper } from '../../src/search/serper.ts';
import { createTavily } from '../../src/search/tavily.ts';
import { testRun } from '../support/run-context.ts';
import { SERVER_KEY, startSearchServer, type SearchServer } from '../support/search-servers/server.ts';
import type { Wire, WireRequest } from '../support/search-servers/wire.ts';
import * as wires from '../support/search-servers/wires.ts';

/** The clock of a test run stands on 2026-11-01. */
const SCOPE: SearchScope = {
  language: languageOf('de'),
  since: '2026-10-12',
  domains: ['guides.example', 'uni.example'],
  pageText: true,
};
const SITES = 'site:guides.example OR site:uni.example';
const LONG = `${'word '.repeat(600)}end`;

let server: SearchServer | undefined;
afterEach(() => server?.close());

async function firstRequest(
  wire: Wire,
  create: (options: GoogleOptions & { readonly endpoint: string }) => SearchPort,
  query = 'Anschreiben',
  scope: SearchScope = SCOPE,
): Promise<WireRequest> {
  server = await startSearchServer(wire);
  const port = create({
    clock: testRun().clock,
    endpoint: server.url,
    apiKey: SERVER_KEY,
    engineId: 'engine-1',
    minIntervalMs: 0,
    scope,
  });
  expect(await port.search(testRun(), query, 3)).toHaveLength(3);
  return server.requests[0]!;
}

describe('a search that is narrowed', () => {
  it('SearXNG: language, the shortest range that holds the date, and the operator for sites', async () => {
    const { parameters } = await firstRequest(wires.searxngWire, createSearxng);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: `Anschreiben ${SITES}`,
      language: 'de',
      time_range: 'month',
    });
  });

  it('SearXNG: no range where none is long enough', async () => {
    const { parameters } = await firstRequest(wires.searxngWire, createSearxng, 'q', {
      ...SCOPE,
      since: '2020-01-01',
    });
    expect(parameters.has('time_range')).toBe(false);
  });

  it('Brave: its own codes of languages, and a range of dates', async () => {
    const { parameters } = await firstRequest(wires.braveWire, createBrave);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: `Anschreiben ${SITES}`,
      search_lang: 'de',
      freshness: '2026-10-12to2026-11-01',
    });
    await server?.close();
    const japanese = { ...SCOPE, language: languageOf('ja') };
    const asked = await firstRequest(wires.braveWire, createBrave, 'q', japanese);
    expect(asked.parameters.get('search_lang')).toBe('jp');
  });

  it('Brave: no language that it would refuse', async () => {
    const yoruba = { ...SCOPE, language: languageOf('yo') };
    const { parameters } = await firstRequest(wires.braveWire, createBrave, 'q', yoruba);
    expect(parameters.has('search_lang')).toBe(false);
  });

  it('Tavily: date, domains and text', async () => {
    const { body } = await firstRequest(wires.tavilyWire, createTavily);
    expect(body).toMatchObject({
      query: 'Anschreiben',
      start_date: '2026-10-12',
      include_domains: ['guides.example', 'uni.example'],
      include_raw_content: 'markdown',
    });
  });

  it('Exa: date, domains and text', async () => {
    const { body } = await firstRequest(wires.exaWire, createExa);
    expect(body).toMatchObject({
      query: 'Anschreiben',
      startPublishedDate: '2026-10-12T00:00:00.000Z',
      includeDomains: ['guides.example', 'uni.example'],
      contents: { text: true },
    });
  });

  it('Serper: language, a range of dates, and the operator for sites', async () => {
    const { body } = await firstRequest(wires.serperWire, createSerper);
    expect(body).toMatchObject({
      q: `Anschreiben ${SITES}`,
      hl: 'de',
      tbs: 'cdr:1,cd_min:10/12/2026,cd_max:11/01/2026',
    });
  });

  it('Google: language, days, and the operator for sites', async () => {
    const { parameters } = await firstRequest(wires.googleWire, createGoogle);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: `Anschreiben ${SITES}`,
      lr: 'lang_de',
      dateRestrict: 'd21',
    });
  });

  it('leaves a long query room for the sites, within what the service takes', async () => {
    const { parameters } = await firstRequest(wires.braveWire, createBrave, LONG);
    expect(parameters.get('q')).toMatch(new RegExp(`^(?:word )+${SITES}$`, 'u'));
  });

  it('asks for none of it where nothing is narrowed', async () => {
    const { body } = await firstRequest(wires.tavilyWire, createTavily, 'q', ANYTHING);
    expect(Object.keys(body ?? {}).sort()).toEqual(['max_results', 'query', 'search_depth']);
  });
});

it('gives up the operator for sites where it would leave the query no room', () => {
  const many = Array.from({ length: 40 }, (_, index) => `site-${index}.example`);
  expect(siteOperator(many, { maxChars: 400 })).toBe('');
  expect(siteOperator(many, { maxChars: 4000, maxWords: 50 })).toBe('');
  expect(siteOperator([], { maxChars: 400 })).toBe('');
});

describe('text that a service supplies', () => {
  const supplying = (wire: Wire, field: string): Wire => ({
    ...wire,
    reply: (asked, results, total) => ({
      ...wire.reply(asked, results, total),
      results: results.map(({ url, title }, index) => ({
        url,
        title,
        [field]: index === 0 ? '# Text' : null,
      })),
    }),
  });

  it.each([
    ['tavily', supplying(wires.tavilyWire, 'raw_content'), createTavily],
    ['exa', supplying(wires.exaWire, 'text'), createExa],
  ] as const)('%s: comes with the hit, and may not be stored', async (_name, wire, create) => {
    server = await startSearchServer(wire);
    const port = create({
      clock: testRun().clock,
      endpoint: server.url,
      apiKey: SERVER_KEY,
      minIntervalMs: 0,
      scope: SCOPE,
    });
    const [first, second] = await port.search(testRun(), 'q', 2);
    expect(first?.pageText).toEqual({ text: '# Text', mayStore: false });
    expect(second).not.toHaveProperty('pageText');
  });
});
