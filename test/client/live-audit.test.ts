/** A web of 300 pages on 60 hosts: discovered, discovered again, changed, and audited live. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Groundrule } from '../../src/groundrule.ts';
import type { CriteriaSet } from '../../src/domain/criteria-set.ts';
import type { LiveAudit } from '../../src/audit/audit-live.ts';
import { appWith, TASK } from '../support/guide-web/discover-with.ts';
import { makePages, type WebPage } from '../support/guide-web/make-pages.ts';
import { startGuideWeb, type GuideWeb } from '../support/guide-web/start-guide-web.ts';
import type { WebFault } from '../support/web-server.ts';

const RESULTS = 100;
const CHANGED = 10;
const SITES = 60;
/** What the run may hold at its peak beyond what the process (doubles included) held before it. */
const MAX_GROWTH_BYTES = 500e6;

let pages: (Omit<WebPage, 'html'> & { html: string })[];
let web: GuideWeb;
let app: Groundrule;
let set: CriteriaSet;
let growthBytes = 0;
const faults = new Map<string, WebFault>();

beforeAll(async () => {
  const counts = { guide: 160, general: 40, 'other-kind': 40, 'off-topic': 30, thin: 10, copy: 20 };
  pages = await makePages({
    ...{ textKind: 'grant-proposal', counts, sites: SITES },
    ...{ sentences: 30, frame: 'bare' as const, seed: 'live audit' },
  });
  web = await startGuideWeb({
    pages,
    resultsPerQuery: RESULTS,
    addressOf: (site) => `127.0.3.${site + 1}`,
    faultOf: ({ path }) => faults.get(path) ?? null,
  });
  app = await appWith({ ...web.flags, store: 'memory', mode: 'web', keep: 8 });
  const memory = watchMemory();
  set = await app.discover(TASK);
  growthBytes = memory.stop();
}, 120_000);

afterAll(async () => {
  await app.close();
  await web.close();
});

/** By the address of their page, those whose quotes do not all stand as they did. */
function touched({ sources }: LiveAudit): Map<string, LiveAudit['sources'][number]> {
  return new Map(
    sources
      .filter(({ counts, quotes }) => counts.unchanged < quotes.length)
      .map((source) => [source.source.url, source]),
  );
}

function citedPages(): typeof pages {
  const cited = new Set(set.content.criteria.flatMap(({ evidence }) => evidence.map(({ url }) => url)));
  return pages.filter((page) => cited.has(web.web.urlOf(page)));
}

describe('300 pages on 60 hosts', { timeout: 60_000 }, () => {
  it('each have their decision and its reason', () => {
    expect(set.content.sources).toHaveLength(pages.length);
    for (const { decision, reason } of set.content.sources) expect(decision === 'kept' || reason !== '').toBe(true);
    expect(new Set(set.content.sources.map(({ url }) => new URL(url).hostname)).size).toBe(SITES);
    expect(citedPages().length).toBeGreaterThan(CHANGED);
  });

  it('are read in bounded memory', () => {
    expect(growthBytes).toBeLessThan(MAX_GROWTH_BYTES);
  });

  it('are not asked for again by a second run', async () => {
    const before = web.counts();
    expect((await app.discover(TASK)).id).toBe(set.id);
    expect(web.counts()).toEqual(before);
  });

  it('are all unchanged where nobody changed them', async () => {
    const asked = web.counts().web;
    const live = await app.auditLive(set);
    expect(live.status).toBe('passed');
    expect(touched(live).size).toBe(0);
    expect(live.counts.unchanged).toBe(live.sources.flatMap(({ quotes }) => quotes).length);
    expect(web.counts().web - asked).toBeGreaterThanOrEqual(live.sources.length);
  });

  it('are reported where somebody changed them, and nowhere else', async () => {
    const changed = citedPages().slice(0, CHANGED);
    for (const page of changed) page.html = page.html.replaceAll(/\b(\w+) (\w+)/gu, '$2 $1');
    const live = await app.auditLive(set);
    expect(live.status).toBe('failed');
    const gone = live.sources.flatMap(({ quotes }) => quotes.filter(({ state }) => state === 'gone'));
    // Two words at a time have changed places: what is nearest has the very words of the quote.
    const sorted = (text: string) =>
      text
        .toLowerCase()
        .match(/\p{L}+/gu)
        ?.sort()
        .join(' ') ?? '';
    const near = gone.filter(({ quote, nearest }) => sorted(nearest ?? '') === sorted(quote)).length;
    expect(near / gone.length).toBeGreaterThan(0.5);
    expect([...touched(live).keys()].sort()).toEqual(changed.map((page) => web.web.urlOf(page)).sort());
    // What the record cites is kept, whatever the web says now.
    expect((await app.audit(set)).verification.status).toBe('passed');
  });

  it('are told apart by what became of them', async () => {
    const [moved, missing, forbidden, broken, image, ...others] = citedPages().slice(CHANGED);
    expect(others.length).toBeGreaterThan(0);
    moved!.html = moved!.html.replace('<body>', `<body><p>${'An editor added this paragraph. '.repeat(20)}</p>`);
    faults.set(missing!.path, 'not-found');
    faults.set(forbidden!.path, 'forbidden-by-robots');
    faults.set(broken!.path, 'server-error');
    faults.set(image!.path, 'image');
    const live = await app.auditLive(set);
    const of = (page: WebPage | undefined) => touched(live).get(web.web.urlOf(page!));
    const all = (page: WebPage | undefined, state: keyof LiveAudit['counts']) =>
      expect(of(page)?.counts[state], state).toBe(of(page)?.quotes.length);
    all(moved, 'moved');
    for (const { quote, span } of of(moved)!.quotes) expect(quote.length).toBe(span!.end - span!.start);
    all(missing, 'page-gone');
    expect(of(missing)).toMatchObject({ finalUrl: null, reason: 'unreachable: HTTP 404 Not Found' });
    all(forbidden, 'refused');
    expect(of(forbidden)?.reason).toContain('robots.txt');
    all(broken, 'unchecked');
    all(image, 'gone');
    expect(touched(live).size).toBe(CHANGED + 5);
  });
});

/** The most that the process holds from now on, beyond what it holds now, in bytes. */
function watchMemory(): { stop(): number } {
  const start = process.memoryUsage().rss;
  let peak = start;
  const timer = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 50);
  return {
    stop: () => {
      clearInterval(timer);
      return peak - start;
    },
  };
}
