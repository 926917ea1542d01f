/** Step "queries": search queries for the task, rewordings of poor queries, and queries for gaps. */
import type { GapReview, Query } from '../domain/criteria-set.ts';
import type { ProposedQuery } from '../domain/engine.ts';
import { InputError } from '../domain/errors.ts';
import { QueryId } from '../domain/ids.ts';
import { type Discovery, type DiscoveryState, runStep } from './discovery.ts';

/** A query that keeps fewer pages is reworded once. */
const ENOUGH_PAGES = 2;

/** @throws InputError if an engine without a model cannot classify the instruction */
export async function proposeQueries(discovery: Discovery): Promise<Query[]> {
  const { ports, parameters } = discovery;
  const outcomes = await runStep(
    discovery,
    'queries',
    ports.engine.proposeQueries,
    [{ id: 'task' as const, count: parameters.queries, language: parameters.language }],
    (values) => quoted(values.flat()),
    // Without a model, rules classify the instruction. If they fail, only another wording helps.
    ports.engine.rewordQueries !== undefined ? {} : { failure: (reason) => new InputError(reason) },
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
    const found = sources.filter(({ source }) => source.hits.some((hit) => hit.queryId === query.id));
    const kept = found.filter(({ source }) => source.decision === 'kept').length;
    if (kept >= ENOUGH_PAGES) return [];
    const { language } = parameters;
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
  const reworded = items.flatMap(({ id }) => {
    const outcome = outcomes.get(id);
    return outcome?.status === 'done' && outcome.value !== null ? [{ ...outcome.value, rewords: id }] : [];
  });
  const fresh = numbered(reworded, 'reworded', queries);
  for (const { id, query, kept } of items)
    if (!fresh.some(({ rewords }) => rewords === id)) {
      const outcome = outcomes.get(id);
      const why = outcome?.status === 'unscored' ? outcome.reason : 'no wording was proposed that had not been asked';
      warnings.push(`“${query.text}” kept ${kept === 0 ? 'no page' : 'one page'} and was not reworded: ${why}`);
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
    language: parameters.language,
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
  const gapQueries = numbered(proposed.slice(0, parameters.queries), 'gap', queries);
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
    .map(({ text, teaches, rewords = null }, index) => ({
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
