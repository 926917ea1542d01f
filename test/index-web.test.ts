/** The library's own doors to the web, over a loopback SearXNG and loopback pages. */
import { afterEach, describe, expect, it } from 'vitest';
import { discover, InputError, type DiscoverOptions } from '../src/index.ts';
import { makePages, type PagesWanted } from './support/guide-web/make-pages.ts';
import { startGuideWeb, type GuideWeb } from './support/guide-web/start-guide-web.ts';

const TASK = 'Write a grant proposal for a community seed library';
const PAGES: PagesWanted = {
  textKind: 'grant-proposal',
  counts: { guide: 4, general: 0, 'other-kind': 0, 'off-topic': 1, thin: 0, copy: 0 },
  sites: 3,
  sentences: 30,
  frame: 'bare',
  seed: 'library web',
};
const pages = await makePages(PAGES);

let web: GuideWeb | undefined;
afterEach(() => web?.close());

async function start(): Promise<{ readonly opened: GuideWeb; readonly options: DiscoverOptions }> {
  const opened = await startGuideWeb({
    pages,
    resultsPerQuery: pages.length,
    addressOf: (site) => `127.0.3.${site + 1}`,
  });
  web = opened;
  const options = {
    store: 'memory',
    search: ['searxng'],
    searxngUrl: opened.search.url,
    allowHosts: opened.web.allowHosts,
    results: pages.length,
  } as const;
  return { opened, options };
}

describe('discover from a program', () => {
  it('searches the web, and reads the pages that it finds', async () => {
    const { opened, options } = await start();
    const { content } = await discover(TASK, options);
    expect(content.sources.map(({ via }) => via)).toEqual(pages.map(() => 'web'));
    expect(content.criteria.length).toBeGreaterThan(0);
    expect(opened.counts().search).toBeGreaterThan(0);
    expect(content.parameters).not.toHaveProperty('providerText');
  });

  it('takes given pages, domains, dates and provider text, and records them', async () => {
    const { opened, options } = await start();
    const given = opened.web.urlOf(pages[0]!);
    const denied = '127.0.3.2';
    const { content } = await discover(TASK, {
      ...options,
      urls: [given],
      denyDomains: [denied],
      since: '2020-01-01',
      providerText: true,
    });
    expect(content.parameters).toMatchObject({
      ...{ urls: [given], denyDomains: [denied], since: '2020-01-01', providerText: true },
    });
    expect(content.sources[0]).toMatchObject({ url: given, given: true });
    const refused = content.sources.filter(({ decision }) => decision === 'refused-domain');
    expect(refused.length).toBeGreaterThan(0);
    for (const { url } of refused) expect(new URL(url).hostname).toBe(denied);
    const allowed = await discover(TASK, { ...options, allowDomains: ['127.0.3.1'] });
    for (const { url, decision } of allowed.content.sources)
      expect(decision === 'refused-domain', url).toBe(new URL(url).hostname !== '127.0.3.1');
  });

  it('asks in another language with a model', async () => {
    const { opened, options } = await start();
    const model = { model: 'scripted', baseUrl: opened.model.baseUrl };
    const { content } = await discover(TASK, { ...options, ...model, language: 'de' });
    expect(content.parameters.language).toBe('deu');
    expect(opened.search.requests[0]?.parameters.get('language')).toBe('de');
  });

  it('reads private addresses only where they are allowed', async () => {
    const { opened } = await start();
    const { content } = await discover(TASK, { store: 'memory', urls: [opened.web.urlOf(pages[0]!)] });
    expect(content.sources[0]?.reason).toContain('is a loopback address');
    expect(opened.counts().web).toBe(0);
  });

  it.each<[what: string, options: DiscoverOptions, says: RegExp]>([
    ['a key that is missing', { search: ['tavily'] }, /tavily needs the option “searchKeys\.tavily”/u],
    ['an address that is missing', { search: ['searxng'] }, /needs the option “searxngUrl”/u],
    ['a date that is none', { since: 'yesterday' }, /^The option “since” is "yesterday"/u],
    ['pages that are none', { urls: ['file:///a'] }, /^The option “urls” is .*not an http or https URL/su],
  ])('names the option: %s', async (_what, options, says) => {
    const failed = await discover(TASK, { store: 'memory', ...options }).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(InputError);
    expect((failed as InputError).message).toMatch(says);
  });
});
