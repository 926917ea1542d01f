/** Steps "search" and "pages": finds documents and reads their text. */
import type { DiscoveryParameters, Query } from '../domain/criteria-set.ts';
import { refusedDomain } from '../domain/domains.ts';
import { concernsOneItem, StepFailedError, UnavailableError } from '../domain/errors.ts';
import { SourceId } from '../domain/ids.ts';
import type { SearchHit, SearchPort } from '../domain/ports.ts';
import { type RunContext, withWarningsTo } from '../domain/run-context.ts';
import type { Decision, Source, SourceHit } from '../domain/source.ts';
import type { Page } from '../domain/page.ts';
import { oncePer } from '../pages/once-per.ts';
import { type PageOutcome, readDocument, readPages } from '../pages/read-pages.ts';
import { type ModelOrders, NO_ORDERS, ordersToModels, withhold } from '../text/injection.ts';
import { plural } from '../text/plural.ts';
import { timeStep } from '../run/run-step.ts';
import type { Discovery, SourceWithPage } from './discovery.ts';
import { prepareRating } from './rate-sources.ts';

/** The known sources with their new hits, then each new URL once, the user's URLs first. */
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
  const userUrls = new Set(parameters.urls);
  const isFirst = known.length === 0;
  const room = queries.length * parameters.resultsPerQuery - found.size;
  const fresh = new Set([...userUrls, ...found.keys(), ...(isFirst ? unfoundFiles(discovery, found, room) : [])]);
  for (const { source } of known) fresh.delete(source.url);
  for (const url of fresh) {
    const title = found.get(url)?.title ?? null;
    discovery.run.emit({ type: 'source', url, title, state: 'found', reason: '', advice: null });
  }
  const outcomes = await readAll(discovery, [...fresh], found);
  const sources = [...fresh].map((url, index) => {
    const outcome = outcomes.get(url);
    if (outcome === undefined) throw new Error(`No outcome for ${url}.`);
    const { hits, title } = found.get(url) ?? { hits: [], title: null };
    const place = { url, hits, title, isGiven: userUrls.has(url) };
    return sourceOf(known.length + index, place, outcome, parameters);
  });
  // Undated pages are considered although they may be too old.
  const undated = sources.filter(({ source, page }) => page !== null && source.publishedOn === null);
  if (parameters.since !== undefined && undated.length > 0)
    warnings.push(
      `The date of these pages is unknown, so they were considered although only pages since ${parameters.since} are wanted: ${undated.map(({ source }) => source.id).join(', ')}.`,
    );
  return [...again, ...sources];
}

/**
 * Files of the user's folder that no search found. They are all read if the folder is small enough.
 * @param room how many more documents the searches could have found
 */
function unfoundFiles({ ports }: Discovery, found: ReadonlyMap<string, FoundUrl>, room: number): readonly string[] {
  const files = ports.libraryFiles?.filter(({ url, decision }) => decision === 'outranked' && !found.has(url)) ?? [];
  return files.length > room ? [] : files.map(({ url }) => url);
}

type UnreadPage = Pick<Extract<PageOutcome, { status: 'failed' }>, 'status' | 'reason'> & {
  readonly decision: Decision;
};
type ReadOrNot = Extract<PageOutcome, { status: 'read' }> | UnreadPage;

/** Pages of refused domains are not fetched. */
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
    const read = await readPages(run, ports, urls, (done, outcome) => {
      run.emit({ type: 'step-progress', step: 'pages', done, total: urls.length });
      // Nothing is looked for in this project's own guides that rating would wait for.
      if (outcome.status === 'read' && outcome.via !== 'bundled')
        prepareRating(ports.engine, maskOrders(outcome.page).shown);
    });
    for (const [url, outcome] of read) outcomes.set(url, await orProviderText(url, outcome));
    // Single temporary failures are normal; if most pages fail, it is an outage.
    const temporaryFailures = urls.flatMap((url) => {
      const outcome = outcomes.get(url);
      const fetched = read.get(url);
      return outcome?.status === 'failed' && fetched?.status === 'failed' && fetched.isPassing ? [outcome.reason] : [];
    });
    if (temporaryFailures.length > urls.length / 2)
      for (const reason of temporaryFailures) unanswered.push({ step: 'pages', reason });
    const lost = urls.flatMap((url) => {
      const outcome = outcomes.get(url);
      return outcome?.status === 'failed' ? [`${url}: ${outcome.reason}`] : [];
    });
    const summary = `${urls.length - lost.length} of ${urls.length} pages read`;
    return { result: outcomes, lost, summary };
  });

  /** Falls back to the search provider's text of an unavailable page, but not against robots.txt. */
  async function orProviderText(url: string, outcome: PageOutcome): Promise<PageOutcome> {
    const pageText = found.get(url)?.pageText;
    if (pageText === undefined || outcome.status === 'read' || outcome.decision === 'refused-by-robots') return outcome;
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

interface FoundSource extends Omit<FoundUrl, 'pageText'> {
  readonly url: string;
  readonly isGiven: boolean;
}

/** A source before its rating. @param index from 0; the id is one more */
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
    finalUrl,
    via: null,
    title,
    byline: null,
    site: null,
    publishedOn: null,
    language: null,
    extraction: null,
    decision,
    reason,
  });
  if (outcome.status === 'failed') {
    const source = unread(url, outcome.decision, outcome.reason);
    return { source, page: null, fetchedAt: null, orders: NO_ORDERS, considered: true };
  }
  const { page, via, finalUrl, fetchedAt } = outcome;
  const refusal = refusedDomain(finalUrl, rules);
  if (refusal !== null) {
    const source = unread(finalUrl, 'refused-domain', `It leads to ${finalUrl}: ${refusal}.`);
    return { source, page: null, fetchedAt, orders: NO_ORDERS, considered: true };
  }
  const { byline, site, publishedOn, language, extraction } = page;
  const { shown, orders, withheld, suspected } = via === 'bundled' ? unmasked(page) : maskOrders(page);
  const source: Source = {
    ...base,
    ...(withheld === 0 ? {} : { withheldPassages: withheld }),
    ...(suspected === 0 ? {} : { suspectedPassages: suspected }),
    finalUrl,
    via,
    title: page.title ?? title,
    byline,
    site,
    publishedOn,
    language,
    extraction,
    decision: 'unrated',
    reason: 'Not rated.',
  };
  return { source, page: shown, orders, fetchedAt, considered: false };
}

/** This project's own guides give models no orders; a test holds them to it. */
const unmasked = (page: Page) => ({ shown: page, orders: NO_ORDERS, withheld: 0, suspected: 0 });

/** Masks orders to models. Checks title and byline on their own, because they have no full stop. */
export const maskOrders = oncePer((page: Page) => {
  const { title, byline, text } = page;
  const inText = ordersToModels(text);
  const inTitle = ordersToModels(title ?? '');
  const inByline = ordersToModels(byline ?? '');
  const shown = {
    ...page,
    title: title && withhold(title, inTitle.withheld),
    byline: byline && withhold(byline, inByline.withheld),
    text: withhold(text, inText.withheld),
  };
  const places = [inText, inTitle, inByline];
  const sizeOf = (kind: keyof ModelOrders) => places.reduce((sum, orders) => sum + orders[kind].length, 0);
  return { shown, orders: inText, withheld: sizeOf('withheld'), suspected: sizeOf('suspected') };
});

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
        step: 'search',
        ids: queries.map(({ id }) => id),
        cause: first.error,
        ...(advice === null ? {} : { advice }),
      });
    }
    // Sorted, because several engines answer in any order.
    warnings.push(...new Set(answers.flatMap(({ searchWarnings }) => searchWarnings.sort())));
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
    return { result: found, lost, summary: `${plural(found.size, 'document')} found` };
  });
}

async function searchOne(run: RunContext, search: SearchPort, query: Query, limit: number) {
  const searchWarnings: string[] = [];
  try {
    const hits = await search.search(withWarningsTo(searchWarnings, run), query.text, limit, query.language);
    return { query, hits, searchWarnings, error: null };
  } catch (error) {
    if (!concernsOneItem(error)) throw error;
    return { query, hits: [], searchWarnings, error };
  }
}
