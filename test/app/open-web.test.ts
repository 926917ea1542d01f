/** The open web, end to end: SearXNG's answers, pages of many hosts, a model, and the sources read again afterwards. */
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { canonicalJson } from '../../src/text/hash.ts';
import { appWith, TASK } from '../support/guide-web/discover-with.ts';
import { makePages, type WebPage } from '../support/guide-web/make-pages.ts';
import { startGuideWeb } from '../support/guide-web/start-guide-web.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const HOSTS = 60;
const CHANGED = 10;
/** What a run may hold at its peak beyond what the process held before it. */
const MAX_GROWTH_BYTES = 600e6;

it(
  'reads 300 pages of 60 hosts, decides on each, fetches nothing twice, and finds the pages that changed',
  { timeout: 120_000 },
  async () => {
    const pages: WebPage[] = await makePages({
      textKind: 'grant-proposal',
      counts: { guide: 60, general: 60, 'other-kind': 60, 'off-topic': 80, thin: 20, copy: 20 },
      sites: HOSTS,
      sentences: 80,
      frame: 'full',
      seed: 'open web',
    });
    const served = pages.map((page) => ({ ...page }));
    const world = await startGuideWeb({ pages: served, resultsPerQuery: 100 });
    onTestFinished(() => world.close());
    const urlOf = (page: WebPage): string => world.web.urlOf(page);
    const flags = {
      ...world.flags,
      mode: 'web',
      queries: 3,
      keep: 10,
      results: 100,
      store: join(await temporaryFolder(), 'store.sqlite'),
    };
    const app = await appWith(flags);
    onTestFinished(() => app.close());

    const peak = watchMemory();
    const set = await app.discover(TASK);
    expect(peak.stop()).toBeLessThan(MAX_GROWTH_BYTES);

    const { sources, criteria } = set.content;
    expect(new Set(sources.map(({ url }) => url))).toEqual(new Set(served.map(urlOf)));
    expect(sources.every(({ decision, reason }) => decision === 'kept' || reason !== '')).toBe(true);
    const requested = world.web.requests.filter((path) => path !== '/robots.txt');
    expect(requested.length).toBe(served.length);
    expect(criteria.length).toBeGreaterThan(10);

    const before = world.counts();
    const again = await app.discover(TASK);
    expect(canonicalJson(again.content)).toBe(canonicalJson(set.content));
    expect(world.counts()).toEqual(before);

    expect((await app.auditLive(set)).status).toBe('passed');
    const cited = new Set(criteria.flatMap(({ evidence }) => evidence.map(({ url }) => url)));
    const changed = served.filter((page) => cited.has(urlOf(page))).slice(0, CHANGED);
    expect(changed.length).toBe(CHANGED);
    for (const page of changed)
      page.html = page.html.replace(
        /<article.*<\/article>/su,
        '<article><p>We moved on to other things.</p></article>',
      );
    const live = await app.auditLive(set);
    expect(live.status).toBe('failed');
    const notAsTheyWere = live.sources.filter(({ quotes, counts }) => counts.unchanged < quotes.length);
    expect(notAsTheyWere.map(({ source }) => source.url).sort()).toEqual(changed.map(urlOf).sort());
    for (const { quotes } of notAsTheyWere) expect(quotes.every(({ state }) => state === 'gone')).toBe(true);
  },
);

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
