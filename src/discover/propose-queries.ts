/** Step "queries": search queries for the task, rewordings of poor queries, and queries for gaps. */
import type { DiscoveryParameters, GapReview, Query } from '../domain/criteria-set.ts';
import type { ProposedQuery } from '../domain/engine.ts';
import { InputError } from '../domain/errors.ts';
import { QueryId } from '../domain/ids.ts';
import { type Discovery, type DiscoveryState, queriesOf, runStep, usesModel } from './discovery.ts';

const ENGLISH = 'eng';

/** ISO 639-3; null: that of the instruction. The bundled guides alone are in English. */
function queryLanguage({ ports, parameters }: Discovery): string | null {
  const isBundled = ports.search?.name === 'library' && (ports.libraryFiles ?? []).length === 0;
  return parameters.language ?? (isBundled ? ENGLISH : null);
}

/** The language of queries and pages: the user's choice, or what a model found the instruction to be in; null if unknown. */
export function wantedLanguage(
  { language }: DiscoveryParameters,
  queries: readonly Pick<Query, 'language'>[],
): string | null {
  return language ?? queries.find((query) => query.language !== undefined)?.language ?? null;
}

function inLanguageOf({ language }: Partial<Pick<Query, 'language'>> = {}, query: ProposedQuery): ProposedQuery {
  return language === undefined ? query : { ...query, language };
}

/** A query that keeps fewer pages is reworded once. */
const ENOUGH_PAGES = 2;

/** @throws InputError if an engine without a model cannot classify the instruction */
export async function proposeQueries(discovery: Discovery): Promise<Query[]> {
  const { ports, parameters } = discovery;
  const outcomes = await runStep(
    discovery,
    'queries',
    ports.engine.proposeQueries,
    [{ id: 'task' as const, count: parameters.queries, language: queryLanguage(discovery) }],
    (values) => quoted(values.flat()),
    // Without a model, rules classify the instruction. If they fail, only another wording helps.
    usesModel(ports.engine) ? {} : { failure: (reason) => new InputError(reason) },
  );
  const outcome = outcomes.get('task');
  const proposed = outcome?.status === 'done' ? outcome.value.slice(0, parameters.queries) : [];
  return numbered(proposed, 'proposed', []);
}

/** Rewords the queries that kept too few pages; none without a model. */
export async function rewordPoorQueries(
  discovery: Discovery,
  { queries, sources }: DiscoveryState,
  candidates: readonly Query[],
): Promise<Query[]> {
  const { ports, parameters, warnings } = discovery;
  const { rewordQueries } = ports.engine;
  if (rewordQueries === undefined || ports.search === null) return [];
  const items = candidates.flatMap((query) => {
    // A file of the user's folder that no query found counts for all.
    const found = sources.filter(({ source }) => queriesOf(source, [query]).length > 0);
    const kept = found.filter(({ source }) => source.decision === 'kept').length;
    if (kept >= Math.min(ENOUGH_PAGES, parameters.keepPerQuery, parameters.resultsPerQuery)) return [];
    const language = wantedLanguage(parameters, [query]);
    return [{ id: query.id, query, language, found: found.length, kept, asked: textsOf(queries) }];
  });
  const outcomes = await runStep(
    discovery,
    'queries',
    rewordQueries,
    items,
    (values) => quoted(values.flatMap((query) => query ?? [])),
    { mayFailWhole: true },
  );
  const reworded = items.flatMap(({ id, query }) => {
    const outcome = outcomes.get(id);
    if (outcome?.status !== 'done' || outcome.value === null) return [];
    return [{ ...inLanguageOf(query, outcome.value), rewords: id }];
  });
  const fresh = numbered(reworded, 'reworded', queries);
  for (const { id, query, kept } of items)
    if (!fresh.some(({ rewords }) => rewords === id)) {
      const outcome = outcomes.get(id);
      const why = outcome?.status === 'unscored' ? outcome.reason : 'no wording was proposed that had not been asked';
      warnings.push(
        `“${query.text}” kept ${kept === 0 ? 'no page' : 'one page'} at first and was not reworded: ${why}`,
      );
    }
  return fresh;
}

/** Finds gaps in the points so far, and queries for them; no review without a model. */
export async function proposeForGaps(
  discovery: Discovery,
  { queries, points }: DiscoveryState,
): Promise<{ readonly review: GapReview | null; readonly queries: readonly Query[] }> {
  const { ports, parameters } = discovery;
  const { findGaps } = ports.engine;
  if (findGaps === undefined || ports.search === null) return { review: null, queries: [] };
  const item = {
    id: 'task' as const,
    found: textsOf(points),
    asked: textsOf(queries),
    maxQueries: parameters.queries,
    language: wantedLanguage(parameters, queries),
  };
  const outcomes = await runStep(
    discovery,
    'queries',
    findGaps,
    [item],
    (values) => quoted(values.flatMap((gaps) => gaps.queries)),
    { mayFailWhole: true },
  );
  const outcome = outcomes.get('task');
  if (outcome?.status !== 'done')
    return { review: { status: 'unscored', reason: outcome?.reason ?? 'No outcome.' }, queries: [] };
  const { covered, missing, queries: proposed } = outcome.value;
  const inLanguage = proposed.map((query) => inLanguageOf(queries[0], query));
  const gapQueries = numbered(inLanguage.slice(0, parameters.queries), 'gap', queries);
  return {
    review: { status: 'done', covered, missing, queryIds: gapQueries.map(({ id }) => id) },
    queries: gapQueries,
  };
}

/** Drops repeated queries and numbers the others after the existing ones. */
function numbered(
  proposed: readonly (ProposedQuery & Partial<Pick<Query, 'rewords'>>)[],
  kind: Query['kind'],
  existing: readonly Query[],
): Query[] {
  const seen = new Set(textsOf(existing));
  return proposed
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .map(({ text, teaches, language, rewords = null }, index) => ({
      ...(language === undefined ? {} : { language }),
      id: QueryId.parse(`q${existing.length + index + 1}`),
      text,
      teaches,
      kind,
      rewords,
    }));
}

function textsOf(items: readonly { readonly text: string }[]): string[] {
  return items.map(({ text }) => text);
}

function quoted(queries: readonly ProposedQuery[]): string {
  return queries.length === 0 ? 'no further query' : queries.map(({ text }) => `“${text}”`).join(', ');
}
