/** Step "queries": what to ask about how such a text is written; at first, and when something is missing. */
import type { GapReview, Query } from '../domain/criteria-set.ts';
import type { ProposedQuery } from '../domain/engine.ts';
import { InputError } from '../domain/errors.ts';
import { QueryId } from '../domain/ids.ts';
import { type Discovery, type Gathered, runStep } from './discovery.ts';

/** A query that keeps fewer pages than this is asked once more in other words. */
const ENOUGH_PAGES = 2;

/** @throws InputError where an engine without a model cannot place the instruction */
export async function proposeQueries(discovery: Discovery): Promise<Query[]> {
  const { ports, parameters } = discovery;
  const outcomes = await runStep(
    discovery,
    'queries',
    ports.engine.proposeQueries,
    [{ id: 'task' as const, count: parameters.queries, language: parameters.language }],
    (values) => quoted(values.flat()),
    // Without a model, what is said of a text is said by rules: where they cannot place it, only another wording helps.
    ports.engine.rewordQueries !== undefined ? {} : { failure: (reason) => new InputError(reason) },
  );
  const outcome = outcomes.get('task');
  const proposed = outcome?.status === 'done' ? outcome.value.slice(0, parameters.queries) : [];
  return numbered(proposed, 'proposed', []);
}

/** Other wordings for the queries that kept too few pages; none where the engine has no model to ask. */
export async function rewordPoorQueries(
  discovery: Discovery,
  { queries, sources }: Gathered,
  asked: readonly Query[],
): Promise<Query[]> {
  const { ports, parameters, warnings } = discovery;
  const { rewordQueries } = ports.engine;
  if (rewordQueries === undefined || ports.search === null) return [];
  const items = asked.flatMap((query) => {
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

/** What the points found so far leave out, and queries for it; no review where nobody can be asked. */
export async function proposeForGaps(
  discovery: Discovery,
  { queries, points }: Gathered,
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
  const asked = numbered(proposed.slice(0, parameters.queries), 'gap', queries);
  return {
    review: { status: 'done', covered, missing, queryIds: asked.map(({ id }) => id) },
    queries: asked,
  };
}

/** With ids that follow those of the queries asked before; asking the same again finds the same again. */
function numbered(
  proposed: readonly (ProposedQuery & Partial<Pick<Query, 'rewords'>>)[],
  kind: Query['kind'],
  asked: readonly Query[],
): Query[] {
  const seen = new Set(textsOf(asked));
  return proposed
    .filter(({ text }) => !seen.has(text) && seen.add(text))
    .map(({ text, teaches, rewords = null }, index) => ({
      id: QueryId.parse(`q${asked.length + index + 1}`),
      ...{ text, teaches, kind, rewords },
    }));
}

function textsOf(items: readonly { readonly text: string }[]): string[] {
  return items.map(({ text }) => text);
}

function quoted(queries: readonly ProposedQuery[]): string {
  return queries.length === 0 ? 'no further query' : queries.map(({ text }) => `“${text}”`).join(', ');
}
