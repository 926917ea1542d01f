/** Which pages of the web are read, over real HTTP: given ones, domains, dates, languages. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { appWith, discoverWith, TASK } from '../support/guide-web/discover-with.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makePages, type PagesWanted } from '../support/guide-web/make-pages.ts';
import { startGuideWeb, type GuideWeb } from '../support/guide-web/start-guide-web.ts';

const PAGES: PagesWanted = {
  textKind: 'grant-proposal',
  counts: { guide: 6, general: 0, 'other-kind': 0, 'off-topic': 2, thin: 0, copy: 0 },
  sites: 4,
  sentences: 30,
  frame: 'bare',
  seed: 'web sources',
};
const pages = await makePages(PAGES);
const guides = pages.filter(({ kind }) => kind === 'guide');

let web: GuideWeb | undefined;
afterEach(() => web?.close());

async function start(change: (html: string, index: number) => string = (html) => html): Promise<GuideWeb> {
  web = await startGuideWeb({
    pages: pages.map((page, index) => ({ ...page, html: change(page.html, index) })),
    resultsPerQuery: pages.length,
    // Each site is a host of its own.
    addressOf: (site) => `127.0.2.${site + 1}`,
  });
  return web;
}

/** Without a model. */
function offline({ flags }: GuideWeb, more: Readonly<Record<string, unknown>> = {}) {
  return { ...flags, model: undefined, baseUrl: undefined, ...more };
}

const urlsOf = ({ content }: CriteriaSet) => content.sources.map(({ url }) => url);
const decisionOf = ({ content }: CriteriaSet, url: string) =>
  content.sources.find((source) => source.url === url)?.decision;

describe('pages that are given', () => {
  it('are read in place of a search where none is named, and the record says that they were given', async () => {
    const opened = await start();
    const { web: served, flags } = opened;
    const given = guides.slice(0, 3).map((page) => served.urlOf(page));
    const set = await discoverWith({ allowHosts: flags['allowHosts'], urls: given });
    expect(urlsOf(set)).toEqual(given);
    for (const source of set.content.sources) expect(source).toMatchObject({ given: true, hits: [] });
    expect(set.content.parameters.urls).toEqual(given);
    expect(set.content.criteria.length).toBeGreaterThan(3);
    expect(opened.counts().search).toBe(0);
  });

  it('stand before what a search finds, are asked for once, and take no place from it', async () => {
    const opened = await start();
    const given = opened.web.urlOf(guides[5]!);
    const searched = await discoverWith(offline(opened, { keep: 2 }));
    const both = await discoverWith(offline(opened, { keep: 2, urls: [`${given}#part`] }));
    expect(both.content.sources[0]).toMatchObject({ url: given, given: true, decision: 'kept' });
    expect(both.content.sources[0]?.hits.length).toBeGreaterThan(0);
    expect(both.content.sources).toHaveLength(pages.length);
    const kept = (set: CriteriaSet) =>
      set.content.sources.filter(({ decision }) => decision === 'kept').map(({ url }) => url);
    expect(new Set(kept(both))).toEqual(new Set([...kept(searched), given]));
    expect(opened.web.requests.filter((path) => path === guides[5]!.path)).toHaveLength(2);
  });

  it('stand beside a library that is named', async () => {
    const opened = await start();
    const set = await discoverWith({
      allowHosts: opened.flags['allowHosts'],
      urls: [opened.web.urlOf(guides[0]!)],
      search: 'library',
    });
    expect(set.content.sources.some(({ via }) => via === 'bundled')).toBe(true);
    expect(set.content.sources[0]).toMatchObject({ via: 'web', given: true });
  });

  it('are a row of the record where they cannot be read', async () => {
    const opened = await start();
    const missing = `${opened.web.urlOf(guides[0]!)}/missing`;
    const set = await discoverWith({
      allowHosts: opened.flags['allowHosts'],
      urls: [missing, opened.web.urlOf(guides[0]!), 'http://10.0.0.1/guide'],
    });
    expect(decisionOf(set, missing)).toBe('unreachable');
    expect(set.content.sources[2]?.reason).toContain('private address');
    expect(set.content.criteria.length).toBeGreaterThan(0);
  });

  it('are looked at with a model in one round, without rewording a query that nobody searches', async () => {
    const opened = await start();
    const { allowHosts, model, baseUrl } = opened.flags;
    const set = await discoverWith({
      ...{ allowHosts, model, baseUrl },
      urls: [opened.web.urlOf(guides[0]!), opened.web.urlOf(pages.find(({ kind }) => kind === 'off-topic')!)],
    });
    expect(set.content.queries.map(({ kind }) => kind)).toEqual(['proposed', 'proposed', 'proposed']);
    expect(set.content.criteria.length).toBeGreaterThan(0);
  });
});

describe('domains', () => {
  it('that are denied are rows with a reason, and are never asked', async () => {
    const opened = await start();
    const denied = '127.0.2.2';
    const set = await discoverWith(offline(opened, { denyDomains: [denied] }));
    const rows = set.content.sources.filter(({ url }) => new URL(url).hostname === denied);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows)
      expect(row).toMatchObject({
        decision: 'refused-domain',
        reason: `${denied} is refused by the domain ${denied}.`,
      });
    const onDenied = pages.filter(({ site }) => site === 1).map(({ path }) => path);
    expect(opened.web.requests.filter((path) => onDenied.includes(path))).toEqual([]);
    expect(set.content.sources).toHaveLength(pages.length);
  });

  it('that are allowed are the only ones', async () => {
    const opened = await start();
    const set = await discoverWith(offline(opened, { allowDomains: ['127.0.2.1'] }));
    for (const { url, decision } of set.content.sources)
      expect(decision === 'refused-domain', url).toBe(new URL(url).hostname !== '127.0.2.1');
    expect(opened.search.requests[0]?.parameters.get('q')).toMatch(/ site:127\.0\.2\.1$/u);
  });
});

describe('dates', () => {
  it('before the one that is wanted drop a page; unknown ones are kept with a note', async () => {
    const dates = ['2019-05-01', '2025-06-30', null];
    const opened = await start((html, index) => {
      const date = dates[index % 3];
      return date == null
        ? html
        : html.replace('<head>', `<head><meta property="article:published_time" content="${date}T10:00:00Z">`);
    });
    const set = await discoverWith(offline(opened, { since: '2025-01-01' }));
    const byUrl = new Map(set.content.sources.map((source) => [source.url, source]));
    const undated: string[] = [];
    for (const [index, page] of pages.entries()) {
      const source = byUrl.get(opened.web.urlOf(page))!;
      expect(source.publishedOn).toBe(dates[index % 3]);
      expect(source.decision === 'too-old', source.url).toBe(index % 3 === 0);
      if (source.publishedOn === null) undated.push(source.id);
    }
    expect(set.content.warnings.join('\n')).toMatch(
      new RegExp(`date of these pages is unknown.*2025-01-01.*: ${undated.join(', ')}\\.`, 'u'),
    );
    expect(set.content.criteria.length).toBeGreaterThan(0);
  });

  it('in the future are refused', async () => {
    const opened = await start();
    await expect(discoverWith(offline(opened, { since: '2999-01-01' }))).rejects.toThrow(/in the future/u);
  });
});

describe('language', () => {
  it('is asked of the model and of the search, and pages in another one are dropped', async () => {
    const opened = await start();
    const set = await discoverWith({ ...opened.flags, language: 'de' });
    expect(opened.search.requests[0]?.parameters.get('language')).toBe('de');
    expect(set.content.parameters.language).toBe('deu');
    expect(JSON.stringify(opened.model.requests)).toContain('Language of the queries: German');
    const read = set.content.sources.filter(({ language }) => language === 'eng');
    expect(read.length).toBeGreaterThan(0);
    for (const { decision } of read) expect(decision).toBe('wrong-language');
  });
});

it('gives precomputed rows another key', async () => {
  const opened = await start();
  const keyUnder = async (more: Readonly<Record<string, unknown>>): Promise<string> => {
    // Whatever comes of it: a key is of what is asked.
    const app = await appWith({ store: 'memory', ...offline(opened, more), queries: 1, results: 1, keep: 1 });
    const rows: { key: string }[] = [];
    const output = {
      earlier: async function* () {
        // No earlier run.
      },
      keepFirst: async () => undefined,
      append: async (row: { key: string }) => {
        rows.push(row);
      },
    };
    try {
      await app.precompute([{ id: 'a', instruction: 'Write a grant proposal', context: null }], output, {
        rowsAtOnce: 1,
        retryFailed: false,
        onProgress: () => undefined,
      });
    } finally {
      await app.close();
    }
    return rows[0]!.key;
  };
  const changes = [
    {},
    { urls: [opened.web.urlOf(guides[0]!)] },
    { allowDomains: ['127.0.2.1'] },
    { denyDomains: ['127.0.2.1'] },
    { since: '2020-01-01' },
  ];
  const keys: string[] = [];
  for (const change of changes) keys.push(await keyUnder(change));
  expect(new Set(keys).size).toBe(changes.length);
  expect(await keyUnder({})).toBe(keys[0]);
});

describe('a search by the model’s server', () => {
  it('finds pages that are fetched, read and quoted like any others, and is in the record', async () => {
    const opened = await startGuideWeb({
      pages,
      resultsPerQuery: pages.length,
      addressOf: (site) => `127.0.2.${site + 1}`,
      modelFinds: ['http://127.0.3.1/inside', 'javascript:alert(1)', 'http://169.254.169.254/latest/meta-data'],
    });
    web = opened;
    const { allowHosts, model, baseUrl, results } = opened.flags;
    const flags = { allowHosts, model, baseUrl, results };
    const app = await appWith({ ...flags, search: 'openai', mode: 'web', store: 'memory' });
    const set = await app.discover(TASK);
    expect(opened.counts().search).toBe(0);
    for (const inside of ['http://127.0.3.1/inside', 'http://169.254.169.254/latest/meta-data'])
      expect(set.content.sources.find(({ url }) => url === inside)?.reason, inside).toMatch(/^refused: .* address/u);
    expect(urlsOf(set).some((url) => url.startsWith('javascript'))).toBe(false);
    const kept = set.content.sources.filter(({ decision }) => decision === 'kept');
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ via }) => via === 'web')).toBe(true);
    expect(set.run.model).toContainEqual(
      expect.objectContaining({ role: 'search-web', calls: opened.model.searchRequests() }),
    );
    const calls = (await app.callsOf(set.id)) ?? [];
    expect(calls.filter(({ role }) => role === 'search-web').length).toBeGreaterThanOrEqual(3);
    expect((await app.audit(set)).verification.status).toBe('passed');
    await app.close();
  });

  it('is named where a model had only the bundled guides', async () => {
    const opened = await start();
    const { model, baseUrl } = opened.flags;
    const said = async (flags: Readonly<Record<string, unknown>>) =>
      (await discoverWith(flags)).content.warnings.filter((text) => text.includes('bundled guides'));
    expect(await said({ model, baseUrl })).toEqual([
      expect.stringContaining('or search the web with --search openai.'),
    ]);
    expect(await said({})).toEqual([expect.stringMatching(/--library\.$/u)]);
  });
});

it('the web is asked by the kind of the instruction, whatever the guides of a folder beside them are about', async () => {
  const opened = await start();
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'guide.md'), '# How to write a geocache page\n\nYou should name the place.\n');
  const app = await appWith({ ...offline(opened), search: 'library,searxng', library: [folder], store: 'memory' });
  const { content } = await app.discover('Help me tell the bride how happy I am for her before we raise our glasses');
  expect(content.queries.map(({ text }) => text)).toContain('how to write a toast');
  await app.close();
});
