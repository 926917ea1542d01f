/** Steps "search" and "pages": which documents are given or found, and what text each of them holds. */
import type { Query } from '../domain/criteria-set.ts';
import { refusedDomain } from '../domain/domains.ts';
import { readDocument, readPages, type PageOutcome } from '../pages/read-pages.ts';
import { timeStep } from '../run/run-step.ts';
import type { Discovery, SourceWithPage } from './discovery.ts';
import { searchQueries, type FoundUrl } from './search-queries.ts';
import { sourceOf, type RefusedPage } from './source-of.ts';

/**
 * The known sources with their new hits, then every new URL once: those that the user gave first, then the others in
 * the order of queries and ranks; not yet decided.
 */
export async function findSources(
  discovery: Discovery,
  queries: readonly Query[],
  known: readonly SourceWithPage[],
): Promise<SourceWithPage[]> {
  const { ports, parameters } = discovery;
  const found =
    ports.search === null
      ? new Map<string, FoundUrl>()
      : await searchQueries(discovery, ports.search, queries);
  const again = known.map((entry) => {
    const hits = found.get(entry.source.url)?.hits ?? [];
    return { ...entry, source: { ...entry.source, hits: [...entry.source.hits, ...hits] } };
  });
  const knownUrls = new Set(known.map(({ source }) => source.url));
  const given = new Set(parameters.urls);
  const fresh = new Map(
    [...given, ...found.keys()].flatMap((url) =>
      knownUrls.has(url) ? [] : [[url, found.get(url) ?? { ...NOT_FOUND, hits: [] }] as const],
    ),
  );
  const outcomes = await readAll(discovery, fresh);
  const sources = [...fresh].map(([url, { hits, title }], index) => {
    const outcome = outcomes.get(url);
    if (outcome === undefined) throw new Error(`No outcome was given for ${url}.`);
    const isGiven = given.has(url);
    return sourceOf(known.length + index, { url, hits, title, isGiven }, outcome, parameters);
  });
  warnOfUndated(discovery, sources);
  return [...again, ...sources];
}

const NOT_FOUND = { title: null, pageText: undefined };

/** Pages of domains that are refused are not asked for. */
async function readAll(
  { run, ports, parameters, usage }: Discovery,
  found: ReadonlyMap<string, FoundUrl>,
): Promise<ReadonlyMap<string, PageOutcome | RefusedPage>> {
  const outcomes = new Map<string, PageOutcome | RefusedPage>();
  for (const url of found.keys()) {
    const refusal = refusedDomain(url, parameters);
    if (refusal !== null)
      outcomes.set(url, { status: 'failed', decision: 'refused-domain', reason: `${refusal}.` });
  }
  const urls = [...found.keys()].filter((url) => !outcomes.has(url));
  return timeStep(run, usage, 'pages', urls.length, async () => {
    const read = await readPages(run, { documents: ports.documents, store: ports.store }, urls, (done) =>
      run.emit({ type: 'step-progress', step: 'pages', done, total: urls.length }),
    );
    for (const [url, outcome] of read) outcomes.set(url, await orProvided(url, outcome));
    const failed = urls.filter((url) => outcomes.get(url)?.status === 'failed').length;
    return {
      result: outcomes,
      unscored: failed,
      summary: `${urls.length - failed} of ${urls.length} pages read`,
    };
  });

  /** The text that a search provider supplies of a page that could not be had; what robots.txt refuses stays refused. */
  async function orProvided(url: string, outcome: PageOutcome): Promise<PageOutcome> {
    const pageText = found.get(url)?.pageText;
    if (pageText === undefined || outcome.status === 'read' || outcome.decision === 'refused-by-robots')
      return outcome;
    const provided = await readDocument(
      run,
      {
        url,
        finalUrl: url,
        via: 'provider',
        bytes: new TextEncoder().encode(pageText.text),
        contentType: 'text/markdown; charset=utf-8',
        fetchedAt: run.clock.now().toISOString(),
      },
      pageText.mayStore ? ports.store : null,
    );
    return provided.status === 'read' ? provided : outcome;
  }
}

/** They may be older than wanted: what is kept of them is kept by not knowing. */
function warnOfUndated({ parameters, warnings }: Discovery, sources: readonly SourceWithPage[]): void {
  if (parameters.since === undefined) return;
  const undated = sources.filter(({ source, page }) => page !== null && source.publishedOn === null);
  if (undated.length > 0)
    warnings.push(
      `The date of these pages is unknown, so they were considered although only pages since ${parameters.since} are wanted: ${undated.map(({ source }) => source.id).join(', ')}.`,
    );
}
