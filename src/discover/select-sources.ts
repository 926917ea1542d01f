/** Which rated sources are kept: relevance first, then expertise, the best few per query (EvalAgent, expert retriever). */
import type { DiscoveryParameters } from '../domain/criteria-set.ts';
import type { QueryId } from '../domain/ids.ts';
import type { Rating, Source } from '../domain/source.ts';

/** The relevance that means "specific advice for this instruction". */
const SPECIFIC = 2;

type Decided = Pick<Source, 'decision' | 'reason'>;
type RatedSource = Source & { readonly rating: Rating };

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
    (source): source is RatedSource => isOpen(source) && refusal(source.rating, parameters) === null,
  );
  const keptIds = new Set<string>(eligible.flatMap(({ id, given }) => (given === true ? [id] : [])));
  for (const queryId of queryIds) {
    const rank = ({ hits }: Source) => hits.find((hit) => hit.queryId === queryId)?.rank ?? Infinity;
    eligible
      .filter((source) => source.given !== true && rank(source) < Infinity)
      .sort(
        (a, b) =>
          b.rating.relevance - a.rating.relevance ||
          b.rating.expertise - a.rating.expertise ||
          rank(a) - rank(b),
      )
      .slice(0, parameters.keepPerQuery)
      .forEach(({ id }) => keptIds.add(id));
  }
  const isAnySpecific = eligible.some(({ id, rating }) => keptIds.has(id) && rating.relevance >= SPECIFIC);

  function decide({ id, rating }: RatedSource): Decided {
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
    isOpen(source) ? { ...source, ...(refusal(source.rating, parameters) ?? decide(source)) } : source,
  );
}

/** What an earlier round found to hold no advice stays so. */
function isOpen(source: Source): source is RatedSource {
  return source.rating !== null && source.decision !== 'no-advice';
}

function refusal(
  { relevance, expertise, reasons }: Rating,
  { minRelevance, minExpertise }: DiscoveryParameters,
): Decided | null {
  const refuse = (decision: Source['decision'], what: string): Decided => ({
    decision,
    reason: `${what}. ${reasons.join(' ')}`.trim(),
  });
  if (relevance < minRelevance)
    return refuse('not-relevant', `Relevance ${relevance} is below ${minRelevance}`);
  if (expertise < minExpertise)
    return refuse('low-expertise', `Expertise ${expertise} is below ${minExpertise}`);
  return null;
}
