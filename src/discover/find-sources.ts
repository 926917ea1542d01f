/** Steps "search" and "pages": which documents are given or found, and what text each of them holds. */
import type { DiscoveryParameters, Query } from '../domain/criteria-set.ts';
import { refusedDomain } from '../domain/domains.ts';
import { concernsOneItem, StepFailedError, UnavailableError } from '../domain/errors.ts';
import { SourceId } from '../domain/ids.ts';
import type { SearchHit, SearchPort } from '../domain/ports.ts';
import { type RunContext, withWarningsTo } from '../domain/run-context.ts';
import type { Decision, Source, SourceHit } from '../domain/source.ts';
import { type PageOutcome, readDocument, readPages } from '../pages/read-pages.ts';
import type { Page } from '../domain/page.ts';
import { addressesModels, withhold } from '../text/injection.ts';
import { timeStep } from '../run/run-step.ts';
import type { Discovery, SourceWithPage } from './discovery.ts';

/** The known sources with their new hits, then every new URL once: what was given first. */
export async function findSources(
  discovery: Discovery,
  queries: readonly Query[],
  known: readonly SourceWithPage[],
): Promise<SourceWithPage[]> {
  const { ports, parameters, warnings } = discovery;
  const found: ReadonlyMap<string, FoundUrl> =
    ports.search === null ? new Map() : await searchQueries(discovery, ports.search, queries, known.length > 0);
  const again = known.map((entry) => {
    const hits = found.get(entry.source.url)?.hits ?? [];
    return { ...entry, source: { ...entry.source, hits: [...entry.source.hits, ...hits] } };
  });
  const given = new Set(parameters.urls);
  const isFirst = known.length === 0;
  const room = queries.length * parameters.resultsPerQuery - found.size;
  const fresh = new Set([...given, ...found.keys(), ...(isFirst ? unfoundFiles(discovery, found, room) : [])]);
  for (const { source } of known) fresh.delete(source.url);
  const outcomes = await readAll(discovery, [...fresh], found);
  const sources = [...fresh].map((url, index) => {
    const outcome = outcomes.get(url);
    if (outcome === undefined) throw new Error(`No outcome was given for ${url}.`);
    const { hits, title } = found.get(url) ?? { hits: [], title: null };
    const place = { url, hits, title, isGiven: given.has(url) };
    return sourceOf(known.length + index, place, outcome, parameters);
  });
  // They may be older than wanted: what is kept of them is kept by not knowing.
  const undated = sources.filter(({ source, page }) => page !== null && source.publishedOn === null);
  if (parameters.since !== undefined && undated.length > 0)
    warnings.push(
      `The date of these pages is unknown, so they were considered although only pages since ${parameters.since} are wanted: ${undated.map(({ source }) => source.id).join(', ')}.`,
    );
  return [...again, ...sources];
}

/**
 * A folder that the searches have room for is read whole: its words need not be those of the queries.
 * @param room how many more documents the searches might have found
 */
function unfoundFiles({ ports }: Discovery, found: ReadonlyMap<string, FoundUrl>, room: number): readonly string[] {
  const files = ports.libraryFiles?.filter(({ url, decision }) => decision === 'outranked' && !found.has(url)) ?? [];
  return files.length > room ? [] : files.map(({ url }) => url);
}

type Unread = Pick<Extract<PageOutcome, { status: 'failed' }>, 'status' | 'reason'> & {
  readonly decision: Decision;
};
type ReadOrNot = Extract<PageOutcome, { status: 'read' }> | Unread;

/** Pages of domains that are refused are not asked for. */
async function readAll(
  { run, ports, parameters, usage, unanswered }: Discovery,
  all: readonly string[],
  found: ReadonlyMap<string, FoundUrl>,
): Promise<ReadonlyMap<string, ReadOrNot>> {
  const outcomes = new Map<string, ReadOrNot>();
  for (const url of all) {
    const refusal = refusedDomain(url, parameters);
    if (refusal !== null) outcomes.set(url, { status: 'failed', decision: 'refused-domain', reason: `${refusal}.` });
  }
  const urls = all.filter((url) => !outcomes.has(url));
  return timeStep(run, usage, 'pages', urls.length, async () => {
    const read = await readPages(run, ports, urls, (done) =>
      run.emit({ type: 'step-progress', step: 'pages', done, total: urls.length }),
    );
    for (const [url, outcome] of read) outcomes.set(url, await orProvided(url, outcome));
    // A page that its server does not give now is nothing unusual; that most are is an outage.
    const troubled = urls.flatMap((url) => {
      const [outcome, first] = [outcomes.get(url), read.get(url)];
      return outcome?.status === 'failed' && first?.status === 'failed' && first.isPassing ? [outcome.reason] : [];
    });
    if (troubled.length > urls.length / 2) for (const reason of troubled) unanswered.push({ step: 'pages', reason });
    const lost = urls.flatMap((url) => {
      const outcome = outcomes.get(url);
      return outcome?.status === 'failed' ? [`${url}: ${outcome.reason}`] : [];
    });
    const summary = `${urls.length - lost.length} of ${urls.length} pages read`;
    return { result: outcomes, lost, summary };
  });

  /** The text that a search provider supplies of a page that could not be had; what robots.txt refuses stays refused. */
  async function orProvided(url: string, outcome: PageOutcome): Promise<PageOutcome> {
    const pageText = found.get(url)?.pageText;
    if (pageText === undefined || outcome.status === 'read' || outcome.decision === 'refused-by-robots') return outcome;
    const provided = await readDocument(
      run,
      {
        ...{ url, finalUrl: url, via: 'provider' },
        bytes: new TextEncoder().encode(pageText.text),
        contentType: 'text/markdown; charset=utf-8',
        fetchedAt: run.clock.now().toISOString(),
      },
      pageText.mayStore ? ports.store : null,
    );
    return provided.status === 'read' ? provided : outcome;
  }
}

interface FoundSource extends Omit<FoundUrl, 'pageText'> {
  readonly url: string;
  readonly isGiven: boolean;
}

/** What is known of a source before it is rated. @param index from 0; the source's number is one more */
export function sourceOf(
  index: number,
  { url, hits, title, isGiven }: FoundSource,
  outcome: ReadOrNot,
  rules: Pick<DiscoveryParameters, 'allowDomains' | 'denyDomains'>,
): SourceWithPage {
  const base = {
    id: SourceId.parse(`s${index + 1}`),
    url,
    hits: [...hits],
    ...(isGiven ? { given: true as const } : {}),
    rating: null,
  };
  const unread = (finalUrl: string, decision: Decision, reason: string): Source => ({
    ...base,
    ...{ finalUrl, via: null, title, byline: null, site: null, publishedOn: null, language: null },
    ...{ extraction: null, decision, reason },
  });
  if (outcome.status === 'failed') {
    const source = unread(url, outcome.decision, outcome.reason);
    return { source, page: null, fetchedAt: null, withheld: [], considered: true };
  }
  const { page, via, finalUrl, fetchedAt } = outcome;
  const refusal = refusedDomain(finalUrl, rules);
  if (refusal !== null) {
    const source = unread(finalUrl, 'refused-domain', `It leads to ${finalUrl}: ${refusal}.`);
    return { source, page: null, fetchedAt, withheld: [], considered: true };
  }
  const { byline, site, publishedOn, language, extraction } = page;
  const { shown, withheld, count } = withoutOrdersToModels(page);
  const source: Source = {
    ...base,
    ...(count === 0 ? {} : { withheldPassages: count }),
    ...{ finalUrl, via, title: page.title ?? title, byline, site, publishedOn, language, extraction },
    ...{ decision: 'unrated', reason: 'Not rated.' },
  };
  return { source, page: shown, withheld, fetchedAt, considered: false };
}

/** A title has no full stop that would part it from the text, so it is looked at by itself. */
function withoutOrdersToModels(page: Page) {
  const { title, byline, text } = page;
  const withheld = addressesModels(text);
  const fields = [title, byline].map((field) => ({ field, spans: addressesModels(field ?? '') }));
  const count = withheld.length + fields.filter(({ spans }) => spans.length > 0).length;
  if (count === 0) return { shown: page, withheld, count };
  const [shownTitle, shownByline] = fields.map(({ field, spans }) => field && withhold(field, spans));
  const shown = { ...page, title: shownTitle ?? null, byline: shownByline ?? null, text: withhold(text, withheld) };
  return { shown, withheld, count };
}

interface FoundUrl {
  readonly hits: SourceHit[];
  readonly title: string | null;
  readonly pageText: SearchHit['pageText'];
}

async function searchQueries(
  { run, parameters, usage, warnings, unanswered }: Discovery,
  search: SearchPort,
  queries: readonly Query[],
  mayFailWhole: boolean,
): Promise<Map<string, FoundUrl>> {
  return timeStep(run, usage, 'search', queries.length, async () => {
    const answers = await Promise.all(
      queries.map((query) => searchOne(run, search, query, parameters.resultsPerQuery)),
    );
    const failures = answers.flatMap(({ query, error }) => (error === null ? [] : [{ query, error }]));
    const [first] = failures;
    if (failures.length === queries.length && first !== undefined && !mayFailWhole) {
      const { message, advice } = first.error;
      throw new StepFailedError(`No search of ${search.name} succeeded: ${message}`, {
        cause: first.error,
        ...(advice === null ? {} : { advice }),
      });
    }
    // What shaped the results belongs in the record; several engines speak in any order.
    warnings.push(...new Set(answers.flatMap(({ said }) => said.sort())));
    for (const { query, error } of failures) {
      warnings.push(`The search for “${query.text}” failed and was left out: ${error.message}`);
      if (error instanceof UnavailableError) unanswered.push({ step: 'search', reason: error.message });
    }
    const found = new Map<string, FoundUrl>();
    for (const { query, hits } of answers)
      hits.forEach(({ url, title, pageText }, index) => {
        const known = found.get(url);
        const place = { queryId: query.id, rank: index + 1 };
        if (known !== undefined) known.hits.push(place);
        else found.set(url, { hits: [place], title: search.mayStore === false ? null : title, pageText });
      });
    const lost = failures.map(({ error }) => error.message);
    return { result: found, lost, summary: `${found.size} documents found` };
  });
}

async function searchOne(run: RunContext, search: SearchPort, query: Query, limit: number) {
  const said: string[] = [];
  try {
    const hits = await search.search(withWarningsTo(said, run), query.text, limit);
    return { query, hits, said, error: null };
  } catch (error) {
    if (!concernsOneItem(error)) throw error;
    return { query, hits: [], said, error };
  }
}
