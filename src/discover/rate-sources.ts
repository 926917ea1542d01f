/** Step "rating": cheap checks by code first, then the engine's rating, then the choice of the best per query. */
import { screenPages } from './screen-pages.ts';
import { selectSources } from './select-sources.ts';
import type { Query } from '../domain/criteria-set.ts';
import type { RateItem } from '../domain/engine.ts';
import { runStep } from '../run/run-step.ts';
import { queriesOf, type Discovery, type SourceWithPage } from './discovery.ts';

/** Rates what was not considered before, and chooses among all. */
export async function rateSources(
  { run, ports, task, parameters, usage }: Discovery,
  queries: readonly Query[],
  found: readonly SourceWithPage[],
): Promise<SourceWithPage[]> {
  const dropped = screenPages(
    found.flatMap(({ source, page }) => (page === null ? [] : [{ id: source.id, page }])),
    parameters,
  );
  const items = found.flatMap(({ source, page, considered }): RateItem[] => {
    if (considered || page === null || dropped.has(source.id)) return [];
    return [{ id: source.id, url: source.finalUrl, page, queries: queriesOf(source, queries) }];
  });
  const ratings = await runStep(
    run,
    usage,
    'rating',
    ports.engine.ratePages,
    task,
    items,
    (values) => `${values.filter((rating) => rating.relevance > 0).length} of ${items.length} pages relevant`,
  );
  const rated = found.map(({ source, considered }) => {
    if (considered) return source;
    const drop = dropped.get(source.id);
    if (drop !== undefined) return { ...source, ...drop };
    const outcome = ratings.get(source.id);
    if (outcome === undefined) return source;
    return outcome.status === 'done'
      ? { ...source, rating: outcome.value }
      : { ...source, decision: 'unrated' as const, reason: outcome.reason };
  });
  const selected = selectSources(
    rated,
    queries.map((query) => query.id),
    parameters,
  );
  return found.map((entry, index) => ({
    ...entry,
    source: selected[index] ?? entry.source,
    considered: true,
  }));
}
