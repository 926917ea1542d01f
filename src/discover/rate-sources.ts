/** Step "rating": cheap checks by code first, then the engine's rating, then the choice of the best per query. */
import type { DiscoveryParameters, Query } from '../domain/criteria-set.ts';
import type { RateItem } from '../domain/engine.ts';
import type { Page } from '../domain/page.ts';
import type { Source } from '../domain/source.ts';
import { findsInjection } from '../text/injection.ts';
import { createNearDuplicates, shingles } from '../text/similarity.ts';
import { queriesOf, type Discovery, type SourceWithPage } from './discovery.ts';
import { runStep } from './engine-step.ts';
import { selectSources } from './select-sources.ts';

/** Rates what was not considered before, and chooses among all. */
export async function rateSources(
  discovery: Discovery,
  queries: readonly Query[],
  found: readonly SourceWithPage[],
): Promise<SourceWithPage[]> {
  const { ports, parameters } = discovery;
  const dropped = screenPages(found, parameters);
  const items = found.flatMap(({ source, page, considered }): RateItem[] => {
    if (considered || page === null || dropped.has(source.id)) return [];
    return [{ id: source.id, url: source.finalUrl, page, queries: queriesOf(source, queries) }];
  });
  const ratings = await runStep(discovery, 'rating', ports.engine.ratePages, items, (values) => {
    return `${values.filter(({ relevance }) => relevance > 0).length} of ${items.length} pages relevant`;
  });
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
  const queryIds = queries.map(({ id }) => id);
  const selected = selectSources(rated, queryIds, parameters);
  return found.map((entry, index) => ({
    ...entry,
    source: selected[index] ?? entry.source,
    considered: true,
  }));
}

type Drop = Pick<Source, 'decision' | 'reason'>;

/** By source: what code alone can rule out, and all but the first of pages with nearly the same text. */
function screenPages(found: readonly SourceWithPage[], parameters: DiscoveryParameters): Map<string, Drop> {
  const drops = new Map<string, Drop>();
  const originals = createNearDuplicates<string>();
  for (const { source, page } of found) {
    if (page === null) continue;
    const own = shingles(page.text);
    const drop = refusal(page, parameters) ?? duplicate(originals.find(own));
    if (drop === null) originals.add(source.id, own);
    else drops.set(source.id, drop);
  }
  return drops;
}

/** A page whose language or date cannot be told stays. */
function refusal(page: Page, { language, since }: DiscoveryParameters): Drop | null {
  if (page.language !== null && page.language !== language)
    return { decision: 'wrong-language', reason: `The page is in ${page.language}, not in ${language}.` };
  if (since !== undefined && page.publishedOn !== null && page.publishedOn < since)
    return { decision: 'too-old', reason: `The page is dated ${page.publishedOn}, before ${since}.` };
  const passage = findsInjection(page.text);
  if (passage === null) return null;
  return { decision: 'suspected-injection', reason: `The page addresses language models: “${passage}”` };
}

function duplicate(original: string | null): Drop | null {
  if (original === null) return null;
  return { decision: 'duplicate', reason: `Nearly the same text as ${original}, which was found first.` };
}
