/** What each service is asked beside the query, and what the text that it supplies becomes. */
import { afterEach, describe, expect, it } from 'vitest';
import { languageOf } from '../../src/domain/language.ts';
import { brave } from '../../src/search/engines/brave.ts';
import type { SearchEngine, SearchScope } from '../../src/search/engines/engine.ts';
import { exa } from '../../src/search/engines/exa.ts';
import { google } from '../../src/search/engines/google.ts';
import { searxng } from '../../src/search/engines/searxng.ts';
import { serper } from '../../src/search/engines/serper.ts';
import { tavily } from '../../src/search/engines/tavily.ts';
import { siteOperator } from '../../src/search/search-engine.ts';
import { testRun } from '../support/run-context.ts';
import { ANYTHING, openEngine } from '../support/search-servers/open-engine.ts';
import { type SearchServer, startSearchServer } from '../support/search-servers/server.ts';
import { type Wire, wireOf, type WireRequest } from '../support/search-servers/wire.ts';
import { wire as exaWire } from '../support/search-servers/wires/exa.ts';
import { wire as tavilyWire } from '../support/search-servers/wires/tavily.ts';

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
  engine: SearchEngine,
  query = 'Anschreiben',
  scope: SearchScope = SCOPE,
): Promise<WireRequest> {
  server = await startSearchServer(await wireOf(engine.name));
  const port = openEngine(engine, server.url, { clock: testRun().clock, scope });
  expect(await port.search(testRun(), query, 3)).toHaveLength(3);
  return server.requests[0]!;
}

describe('a search that is narrowed', () => {
  it('SearXNG: language, the shortest range that holds the date, and the operator for sites', async () => {
    const { parameters } = await firstRequest(searxng);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: `Anschreiben ${SITES}`,
      language: 'de',
      time_range: 'month',
    });
  });

  it('SearXNG: no range where none is long enough', async () => {
    const { parameters } = await firstRequest(searxng, 'q', {
      ...SCOPE,
      since: '2020-01-01',
    });
    expect(parameters.has('time_range')).toBe(false);
  });

  it('Brave: its own codes of languages, and a range of dates', async () => {
    const { parameters } = await firstRequest(brave);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: `Anschreiben ${SITES}`,
      search_lang: 'de',
      freshness: '2026-10-12to2026-11-01',
    });
    await server?.close();
    const japanese = { ...SCOPE, language: languageOf('ja') };
    const asked = await firstRequest(brave, 'q', japanese);
    expect(asked.parameters.get('search_lang')).toBe('jp');
  });

  it('Brave: no language that it would refuse', async () => {
    const yoruba = { ...SCOPE, language: languageOf('yo') };
    const { parameters } = await firstRequest(brave, 'q', yoruba);
    expect(parameters.has('search_lang')).toBe(false);
  });

  it('Tavily: date, domains and text', async () => {
    const { body } = await firstRequest(tavily);
    expect(body).toMatchObject({
      query: 'Anschreiben',
      start_date: '2026-10-12',
      include_domains: ['guides.example', 'uni.example'],
      include_raw_content: 'markdown',
    });
  });

  it('Exa: date, domains and text', async () => {
    const { body } = await firstRequest(exa);
    expect(body).toMatchObject({
      query: 'Anschreiben',
      startPublishedDate: '2026-10-12T00:00:00.000Z',
      includeDomains: ['guides.example', 'uni.example'],
      contents: { text: true },
    });
  });

  it('Serper: language, a range of dates, and the operator for sites', async () => {
    const { body } = await firstRequest(serper);
    expect(body).toMatchObject({
      q: `Anschreiben ${SITES}`,
      hl: 'de',
      tbs: 'cdr:1,cd_min:10/12/2026,cd_max:11/01/2026',
    });
  });

  it('Google: language, days, and the operator for sites', async () => {
    const { parameters } = await firstRequest(google);
    expect(Object.fromEntries(parameters)).toMatchObject({
      q: `Anschreiben ${SITES}`,
      lr: 'lang_de',
      dateRestrict: 'd21',
    });
  });

  it('leaves a long query room for the sites, within what the service takes', async () => {
    const { parameters } = await firstRequest(brave, LONG);
    expect(parameters.get('q')).toMatch(new RegExp(`^(?:word )+${SITES}$`, 'u'));
  });

  it('asks for none of it where nothing is narrowed', async () => {
    const { body } = await firstRequest(tavily, 'q', ANYTHING);
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
    [tavily, supplying(tavilyWire, 'raw_content')],
    [exa, supplying(exaWire, 'text')],
  ] as const)('$name: comes with the hit, and may not be stored', async (engine, wire) => {
    server = await startSearchServer(wire);
    const port = openEngine(engine, server.url, { clock: testRun().clock, scope: SCOPE });
    const [first, second] = await port.search(testRun(), 'q', 2);
    expect(first?.pageText).toEqual({ text: '# Text', mayStore: false });
    expect(second).not.toHaveProperty('pageText');
  });
});
