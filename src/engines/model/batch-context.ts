/** What calls of one step are shown beside their own items, so that batches change nothing. */
import type { Theme } from '../../../agents/rewrite-criteria.ts';
import { withCondition } from '../../llm/agent-kit/written-criterion.ts';
import type { DraftCriterion, RateItem, RelevanceVerdict, RewriteItem } from '../../domain/engine.ts';
import type { Outcomes } from '../../domain/outcome.ts';
import { byId } from '../../llm/in-batches.ts';

/** Quotes by turns of their pages: of a theme that shows few of them, every page has its say. */
export function themeOf({ id, point, advice, quotes, modelCriteria }: RewriteItem): Theme {
  const instances = new Set(point.instanceIds);
  const pageOf = new Map(advice.map((piece) => [piece.id, piece.sourceId]));
  const shown = new Map<string, number>();
  const inTurns = quotes.map((quote) => {
    const isInstance = instances.has(quote.id);
    const page = `${isInstance} ${pageOf.get(quote.id)}`;
    const turn = shown.get(page) ?? 0;
    shown.set(page, turn + 1);
    return { passage: quote.passage, isInstance, turn };
  });
  return {
    id,
    text: point.text,
    quotes: inTurns.toSorted((a, b) => a.turn - b.turn).map(({ passage, isInstance }) => ({ passage, isInstance })),
    modelCriteria,
  };
}

/** The highest, the middle and the lowest of what was scored: the next call keeps to their scale. */
export function anchorsOf(criteria: readonly DraftCriterion[], scores: Outcomes<RelevanceVerdict>) {
  const scored = criteria
    .flatMap((criterion) => {
      const outcome = scores.get(criterion.id);
      if (outcome?.status !== 'done') return [];
      const { score, weighed } = outcome.value;
      return weighed === undefined ? [] : [{ text: withCondition(criterion), score, ...weighed }];
    })
    .sort((a, b) => b.score - a.score);
  return [0, 0.5, 1].flatMap((share) => scored[Math.floor(share * (scored.length - 1))] ?? []);
}

export function allQueries(items: readonly RateItem[]): string[] {
  const byQueryId = new Map(items.flatMap(({ queries }) => queries.map((query) => [query.id, query])));
  return [...byQueryId.values()].sort(byId).map(({ text }) => text);
}
