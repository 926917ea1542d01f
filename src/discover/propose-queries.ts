/** Step "queries": what to ask about how such a text is written; at first, and when something is missing. */
import type { GapReview, Query } from '../domain/criteria-set.ts';
import type { ProposedQuery } from '../domain/engine.ts';
import { InputError } from '../domain/errors.ts';
import { QueryId } from '../domain/ids.ts';
import { runStep } from '../run/run-step.ts';
import type { Discovery, Gathered } from './discovery.ts';

/** A query that keeps fewer pages than this is asked once more in other words. */
const ENOUGH_PAGES = 2;

/** @throws InputError where an engine without a model cannot place the instruction */
export async function proposeQueries({ run, ports, task, parameters, usage }: Discovery): Promise<Query[]> {
  const outcomes = await runStep(
    run,
    usage,
    'queries',
    ports.engine.proposeQueries,
    task,
    [{ id: 'task' as const, count: parameters.queries, language: parameters.language }],
    (values) => quoted(values.flat()),
    // Without a model, what is said of a text is said by rules: where they cannot place it, only another wording helps.
    ports.engine.capabilities.has('rewords') ? {} : { failure: (reason) => new InputError(reason) },
  );
  const outcome = outcomes.get('task');
  const proposed = outcome?.status === 'done' ? outcome.value.slice(0, parameters.queries) : [];
  return numbered(
    proposed.map((query) => ({ ...query, kind: 'proposed' as const, rewords: null })),
    0,
  );
}

/** Other wordings for the queries that kept too few pages; none where the engine has no model to ask. */
export async function rewordPoorQueries(
  { run, ports, task, parameters, usage, warnings }: Discovery,
  { queries, sources }: Gathered,
  asked: readonly Query[],
): Promise<Query[]> {
  if (!ports.engine.capabilities.has('rewords') || ports.search === null) return [];
  const items = asked.flatMap((query) => {
    const found = sources.filter(({ source }) => source.hits.some((hit) => hit.queryId === query.id));
    const kept = found.filter(({ source }) => source.decision === 'kept').length;
    if (kept >= ENOUGH_PAGES) return [];
    const { language } = parameters;
    return [
      { id: query.id, query, language, found: found.length, kept, asked: queries.map(({ text }) => text) },
    ];
  });
  const outcomes = await runStep(
    run,
    usage,
    'queries',
    ports.engine.rewordQueries,
    task,
    items,
    (values) => quoted(values.flatMap((query) => query ?? [])),
    { mayFailWhole: true },
  );
  const reworded = items.flatMap(({ query }) => {
    const outcome = outcomes.get(query.id);
    if (outcome?.status !== 'done' || outcome.value === null) return [];
    return [{ ...outcome.value, kind: 'reworded' as const, rewords: query.id }];
  });
  const fresh = distinct(reworded, queries);
  for (const { id, query, kept } of items)
    if (!fresh.some(({ rewords }) => rewords === id)) {
      const outcome = outcomes.get(id);
      const why =
        outcome?.status === 'unscored' ? outcome.reason : 'no wording was proposed that had not been asked';
      warnings.push(
        `“${query.text}” kept ${kept === 0 ? 'no page' : 'one page'} and was not reworded: ${why}`,
      );
    }
  return numbered(fresh, queries.length);
}

/** What the points found so far leave out, and queries for it; no review where nobody can be asked. */
export async function proposeForGaps(
  { run, ports, task, parameters, usage }: Discovery,
  { queries, points }: Gathered,
): Promise<{ readonly review: GapReview | null; readonly queries: readonly Query[] }> {
  if (!ports.engine.capabilities.has('findsGaps') || ports.search === null)
    return { review: null, queries: [] };
  const item = {
    id: 'task' as const,
    found: points.map(({ text }) => text),
    asked: queries.map(({ text }) => text),
    maxQueries: parameters.queries,
    language: parameters.language,
  };
  const outcomes = await runStep(
    run,
    usage,
    'queries',
    ports.engine.findGaps,
    task,
    [item],
    (values) => quoted(values.flatMap((gaps) => gaps.queries)),
    { mayFailWhole: true },
  );
  const outcome = outcomes.get('task');
  if (outcome?.status !== 'done')
    return { review: { status: 'unscored', reason: outcome?.reason ?? 'No outcome.' }, queries: [] };
  const { covered, missing } = outcome.value;
  const proposed = outcome.value.queries.slice(0, parameters.queries);
  const gaps = proposed.map((query) => ({ ...query, kind: 'gap' as const, rewords: null }));
  const asked = numbered(distinct(gaps, queries), queries.length);
  return {
    review: { status: 'done', covered, missing, queryIds: asked.map(({ id }) => id) },
    queries: asked,
  };
}

type Unnumbered = ProposedQuery & Pick<Query, 'kind' | 'rewords'>;

function numbered(proposed: readonly Unnumbered[], taken: number): Query[] {
  return proposed.map(({ text, teaches, kind, rewords }, index) => ({
    id: QueryId.parse(`q${taken + index + 1}`),
    text,
    teaches,
    kind,
    rewords,
  }));
}

/** Asking the same again finds the same again. */
function distinct(proposed: readonly Unnumbered[], asked: readonly Query[]): Unnumbered[] {
  const seen = new Set(asked.map(({ text }) => text));
  return proposed.filter(({ text }) => !seen.has(text) && seen.add(text));
}

function quoted(queries: readonly ProposedQuery[]): string {
  return queries.length === 0 ? 'no further query' : queries.map((query) => `“${query.text}”`).join(', ');
}
