/** Step "rating": cheap checks by code first, then the engine's rating, then the choice of the best per query. */
import type { DiscoveryParameters, Query } from '../domain/criteria-set.ts';
import type { RateItem } from '../domain/engine.ts';
import type { QueryId } from '../domain/ids.ts';
import type { Page } from '../domain/page.ts';
import type { Rating, Source } from '../domain/source.ts';
import { createNearDuplicates, shingles } from '../text/similarity.ts';
import { type Discovery, queriesOf, runStep, type SourceWithPage } from './discovery.ts';

/** @param readIds sources whose advice an earlier round read: they stay as they are */
export async function rateSources(
  discovery: Discovery,
  queries: readonly Query[],
  found: readonly SourceWithPage[],
  readIds: ReadonlySet<string>,
): Promise<SourceWithPage[]> {
  const { ports, parameters } = discovery;
  const dropped = screenPages(found, parameters);
  const items = found.flatMap(({ source, page, considered }): RateItem[] => {
    if (considered || page === null || dropped.has(source.id)) return [];
    return [{ id: source.id, url: source.finalUrl, via: source.via, page, queries: queriesOf(source, queries) }];
  });
  const ratings = await runStep(
    discovery,
    'rating',
    ports.engine.ratePages,
    items,
    (values) => `${values.filter(({ relevance }) => relevance > 0).length} of ${items.length} pages relevant`,
    { mayFailWhole: readIds.size > 0 },
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
  const queryIds = queries.map(({ id }) => id);
  const selected = selectSources(rated, queryIds, parameters, readIds);
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
    const drop = screen(page, parameters) ?? duplicate(originals.find(own));
    if (drop === null) originals.add(source.id, own);
    else drops.set(source.id, drop);
  }
  return drops;
}

/** A page whose language or date cannot be told stays. */
function screen(page: Page, { language, since }: DiscoveryParameters): Drop | null {
  if (page.language !== null && page.language !== language)
    return { decision: 'wrong-language', reason: `The page is in ${page.language}, not in ${language}.` };
  if (since !== undefined && page.publishedOn !== null && page.publishedOn < since)
    return { decision: 'too-old', reason: `The page is dated ${page.publishedOn}, before ${since}.` };
  return null;
}

function duplicate(original: string | null): Drop | null {
  if (original === null) return null;
  return { decision: 'duplicate', reason: `Nearly the same text as ${original}, which was found first.` };
}

/** The relevance that means "specific advice for this instruction". */
const SPECIFIC = 2;
type RatedSource = Source & { readonly rating: Rating };

/**
 * Decides every rated source whose advice was not read yet; the others are returned as they are. What the user gave has to be as good as
 * the others, but takes no place from what a query found; a page that one query keeps takes none from another.
 * General advice alone says nothing about a kind of text: where no kept source is specific, none is kept.
 */
export function selectSources(
  sources: readonly Source[],
  queryIds: readonly QueryId[],
  parameters: DiscoveryParameters,
  readIds: ReadonlySet<string> = new Set(),
): Source[] {
  const isOpen = (source: Source): source is RatedSource => source.rating !== null && !readIds.has(source.id);
  // A page that was read keeps its place, unless it held no advice.
  const eligible = sources.filter((source): source is RatedSource =>
    isOpen(source) ? refusal(source, parameters) === null : source.rating !== null && source.decision === 'kept',
  );
  const keptIds = new Set<string>(eligible.flatMap(({ id, given }) => (given === true ? [id] : [])));
  for (const queryId of queryIds) {
    // A file that is read without having been found comes last.
    const rank = ({ hits }: Source) =>
      hits.length === 0 ? Number.MAX_VALUE : (hits.find((hit) => hit.queryId === queryId)?.rank ?? Infinity);
    eligible
      .filter((source) => !keptIds.has(source.id) && rank(source) < Infinity)
      .sort(
        (a, b) =>
          b.rating.relevance - a.rating.relevance || b.rating.expertise - a.rating.expertise || rank(a) - rank(b),
      )
      .slice(0, parameters.keepPerQuery)
      .forEach(({ id }) => keptIds.add(id));
  }
  const isAnySpecific = sources.some(
    ({ id, rating }) => rating !== null && rating.relevance >= SPECIFIC && (keptIds.has(id) || readIds.has(id)),
  );

  function decide({ id, rating }: RatedSource): Drop {
    const why = rating.reasons.join(' ');
    if (!keptIds.has(id))
      return {
        decision: 'outranked',
        reason: `Below the best ${parameters.keepPerQuery} of each query that found it. ${why}`.trim(),
      };
    if (isAnySpecific) return { decision: 'kept', reason: why };
    return {
      decision: 'not-relevant',
      reason: 'General advice only, and no source with advice for this kind of text was found.',
    };
  }
  return sources.map((source) =>
    isOpen(source) ? { ...source, ...(refusal(source, parameters) ?? decide(source)) } : source,
  );
}

/** Whose folder it is has chosen what lies in it: a guide that is thin or names nobody ranks low, and is read all the same. */
function refusal({ rating, via }: RatedSource, { minRelevance, minExpertise }: DiscoveryParameters): Drop | null {
  const { relevance, expertise, reasons } = rating;
  const refuse = (decision: Source['decision'], what: string): Drop => ({
    decision,
    reason: `${what}. ${reasons.join(' ')}`.trim(),
  });
  if (relevance < minRelevance) return refuse('not-relevant', `Relevance ${relevance} is below ${minRelevance}`);
  if (expertise < minExpertise && via !== 'library')
    return refuse('low-expertise', `Expertise ${expertise} is below minExpertise ${minExpertise}`);
  return null;
}
