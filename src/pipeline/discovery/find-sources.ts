/** Steps "search" and "pages": which documents the queries find, and what text each of them holds. */
import type { Query } from '../../domain/criteria-set.ts';
import { GroundruleError, StepFailedError } from '../../domain/errors.ts';
import { SourceId } from '../../domain/ids.ts';
import type { SearchHit, SearchPort } from '../../domain/ports.ts';
import { withWarningsTo, type RunContext } from '../../domain/run-context.ts';
import type { Source, SourceHit } from '../../domain/source.ts';
import { readPages, type PageOutcome } from '../../page/read-pages.ts';
import { timeStep } from '../run-step.ts';
import type { Discovery, SourceWithPage } from './discovery.ts';

interface FoundUrl {
  readonly hits: SourceHit[];
  readonly title: string | null;
}

/** The known sources with their new hits, then every new URL once, in the order of queries and ranks; not yet decided. */
export async function findSources(
  discovery: Discovery,
  queries: readonly Query[],
  known: readonly SourceWithPage[],
): Promise<SourceWithPage[]> {
  const found = await searchAll(discovery, queries);
  const again = known.map((entry) => {
    const hits = found.get(entry.source.url)?.hits ?? [];
    found.delete(entry.source.url);
    return { ...entry, source: { ...entry.source, hits: [...entry.source.hits, ...hits] } };
  });
  const { run, ports, usage } = discovery;
  const urls = [...found.keys()];
  const pages = await timeStep(run, usage, 'pages', urls.length, async () => {
    const result = await readPages(run, { documents: ports.documents, store: ports.store }, urls, (done) =>
      run.emit({ type: 'step-progress', step: 'pages', done, total: urls.length }),
    );
    const failed = [...result.values()].filter((page) => page.status === 'failed').length;
    return { result, unscored: failed, summary: `${urls.length - failed} of ${urls.length} pages read` };
  });
  const fresh = [...found].map(([url, { hits, title }], index) =>
    sourceOf(known.length + index, url, hits, title, pages.get(url)),
  );
  return [...again, ...fresh];
}

async function searchAll(discovery: Discovery, queries: readonly Query[]): Promise<Map<string, FoundUrl>> {
  const { run, ports, parameters, usage, warnings } = discovery;
  return timeStep(run, usage, 'search', queries.length, async () => {
    const answers = await Promise.all(
      queries.map((query) => searchOne(run, ports.search, query, parameters.resultsPerQuery)),
    );
    const failures = answers.flatMap(({ query, error }) => (error === null ? [] : [{ query, error }]));
    if (failures.length === queries.length && failures[0] !== undefined)
      throw new StepFailedError(`No search of ${ports.search.name} succeeded: ${failures[0].error.message}`, {
        cause: failures[0].error,
        ...(failures[0].error.advice === null ? {} : { advice: failures[0].error.advice }),
      });
    // What shaped the results belongs in the record; several engines speak in any order.
    warnings.push(...new Set(answers.flatMap(({ said }) => said.sort())));
    for (const { query, error } of failures)
      warnings.push(`The search for “${query.text}” failed and was left out: ${error.message}`);
    const found = new Map<string, FoundUrl>();
    for (const { query, hits } of answers)
      hits.forEach((hit, index) => {
        const known = found.get(hit.url);
        const place = { queryId: query.id, rank: index + 1 };
        if (known === undefined) found.set(hit.url, { hits: [place], title: hit.title });
        else known.hits.push(place);
      });
    return { result: found, unscored: failures.length, summary: `${found.size} documents found` };
  });
}

interface Searched {
  readonly query: Query;
  readonly hits: readonly SearchHit[];
  /** What the search warned of. */
  readonly said: string[];
  readonly error: GroundruleError | null;
}

async function searchOne(
  run: RunContext,
  search: SearchPort,
  query: Query,
  limit: number,
): Promise<Searched> {
  const said: string[] = [];
  try {
    const hits = await search.search(withWarningsTo(said, run), query.text, limit);
    return { query, hits, said, error: null };
  } catch (error) {
    if (!(error instanceof GroundruleError)) throw error;
    return { query, hits: [], said, error };
  }
}

function sourceOf(
  index: number,
  url: string,
  hits: readonly SourceHit[],
  hitTitle: string | null,
  outcome: PageOutcome | undefined,
): SourceWithPage {
  const base = { id: SourceId.parse(`s${index + 1}`), url, hits: [...hits], rating: null };
  if (outcome === undefined) throw new Error(`No outcome was given for ${url}.`);
  if (outcome.status === 'failed') {
    const source: Source = {
      ...base,
      finalUrl: url,
      via: null,
      title: hitTitle,
      byline: null,
      site: null,
      publishedOn: null,
      language: null,
      extraction: null,
      decision: outcome.decision,
      reason: outcome.reason,
    };
    return { source, page: null, fetchedAt: null, considered: true };
  }
  const { page, via, finalUrl, fetchedAt } = outcome;
  const source: Source = {
    ...base,
    finalUrl,
    via,
    title: page.title ?? hitTitle,
    byline: page.byline,
    site: page.site,
    publishedOn: page.publishedOn,
    language: page.language,
    extraction: page.extraction,
    decision: 'unrated',
    reason: 'Not rated.',
  };
  return { source, page, fetchedAt, considered: false };
}
