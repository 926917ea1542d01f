/** Which rated sources are kept: relevance first, then expertise, the best few per query (EvalAgent, expert retriever). */
import type { DiscoveryParameters } from '../domain/criteria-set.ts';
import type { QueryId } from '../domain/ids.ts';
import type { Rating, Source } from '../domain/source.ts';

/** The relevance that means "specific advice for this instruction". */
const SPECIFIC = 2;

type RatedSource = Source & { readonly rating: Rating };

function refusal(
  rating: Rating,
  parameters: DiscoveryParameters,
): Pick<Source, 'decision' | 'reason'> | null {
  const why = rating.reasons.join(' ');
  if (rating.relevance < parameters.minRelevance)
    return {
      decision: 'not-relevant',
      reason: `Relevance ${rating.relevance} is below ${parameters.minRelevance}. ${why}`.trim(),
    };
  if (rating.expertise < parameters.minExpertise)
    return {
      decision: 'low-expertise',
      reason: `Expertise ${rating.expertise} is below ${parameters.minExpertise}. ${why}`.trim(),
    };
  return null;
}

function rankFor(source: Source, queryId: QueryId): number {
  return source.hits.find((hit) => hit.queryId === queryId)?.rank ?? Number.POSITIVE_INFINITY;
}

/**
 * Decides every rated source; those without a rating are returned as they are. What the user gave has to be as good as
 * the others, but takes no place from what a query found.
 * General advice alone says nothing about a kind of text: where no kept source is specific, none is kept.
 */
export function selectSources(
  sources: readonly Source[],
  queryIds: readonly QueryId[],
  parameters: DiscoveryParameters,
): Source[] {
  const eligible = sources.filter(
    (source): source is RatedSource =>
      source.rating !== null &&
      source.decision !== 'no-advice' &&
      refusal(source.rating, parameters) === null,
  );
  const keptIds = new Set<string>(eligible.flatMap(({ id, given }) => (given === true ? [id] : [])));
  for (const queryId of queryIds) {
    eligible
      .filter(({ given, hits }) => given !== true && hits.some((hit) => hit.queryId === queryId))
      .sort(
        (a, b) =>
          b.rating.relevance - a.rating.relevance ||
          b.rating.expertise - a.rating.expertise ||
          rankFor(a, queryId) - rankFor(b, queryId),
      )
      .slice(0, parameters.keepPerQuery)
      .forEach((source) => keptIds.add(source.id));
  }
  const specific = eligible.some((source) => keptIds.has(source.id) && source.rating.relevance >= SPECIFIC);
  return sources.map((source) => {
    // What an earlier round found to hold no advice stays so.
    if (source.rating === null || source.decision === 'no-advice') return source;
    const refused = refusal(source.rating, parameters);
    if (refused !== null) return { ...source, ...refused };
    const why = source.rating.reasons.join(' ');
    if (!keptIds.has(source.id))
      return {
        ...source,
        decision: 'outranked',
        reason: `Below the best ${parameters.keepPerQuery} of each query that found it. ${why}`.trim(),
      };
    if (!specific)
      return {
        ...source,
        decision: 'not-relevant',
        reason: 'General advice only, and no source with advice for this kind of text was found.',
      };
    return { ...source, decision: 'kept', reason: why };
  });
}
