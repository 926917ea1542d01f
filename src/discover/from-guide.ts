/** What a task takes from the guide to its kind of text in place of searching and reading: the guide's record as a state. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import type { Dispute } from '../domain/engine.ts';
import { PointId } from '../domain/ids.ts';
import {
  type Discovery,
  type DiscoverPorts,
  type DiscoveryState,
  EMPTY_STATE,
  type KindCriterion,
  type PointWithSources,
  type SourceWithPage,
} from './discovery.ts';
import { maskOrders } from './find-sources.ts';

/** Its pages are not loaded: only those are needed whose quotes are compared with new wordings. */
export function stateOfGuide({ unanswered }: Discovery, guide: CriteriaSet): DiscoveryState {
  const { content, run } = guide;
  for (const { step, questions, reason } of content.unanswered ?? [])
    unanswered.push(...Array.from({ length: questions }, () => ({ step, reason })));
  const points = content.criteria.map((criterion, index) => ({
    id: PointId.parse(`m${index + 1}`),
    text: criterion.text,
    adviceIds: criterion.adviceIds,
    instanceIds: criterion.evidence.flatMap(({ adviceId, instance }) => (instance === true ? [adviceId] : [])),
  }));
  return {
    ...EMPTY_STATE,
    guide,
    queries: content.queries,
    gapReviews: content.gapReviews ?? [],
    sources: content.sources.map((source) => ({
      source,
      page: null,
      orders: { withheld: [], suspected: [] },
      fetchedAt: run.fetchedAt[source.id] ?? null,
      considered: true,
    })),
    advice: new Map(content.advice.map((piece) => [piece.id, piece])),
    points,
    removals: content.removals,
    ofKind: new Map(
      points.flatMap(({ id }, index) => {
        const criterion = content.criteria[index];
        return criterion === undefined ? [] : [[id, kindCriterionOf(criterion)] as const];
      }),
    ),
  };
}

function kindCriterionOf(criterion: Criterion): KindCriterion {
  const { text, question, explicit, check, appliesWhen, grounding, evidence, adviceIds, conflicts } = criterion;
  const disputes = conflicts.flatMap(({ with: other, reason }): Dispute[] => {
    const own = adviceIds.find((id) => id === other);
    return own === undefined ? [] : [{ with: own, reason }];
  });
  return { text, question, explicit, check, appliesWhen, grounding, evidence, disputes, isReworded: false };
}

/** With the pages behind these points, where they may be stored and are stored still. */
export async function withTextsBehind(
  { ports: { store } }: { readonly ports: Pick<DiscoverPorts, 'store'> },
  state: DiscoveryState,
  points: readonly Pick<PointWithSources, 'advice'>[],
): Promise<DiscoveryState> {
  const wanted = new Set(points.flatMap(({ advice }) => advice.map(({ sourceId }) => sourceId)));
  const sources = await Promise.all(
    state.sources.map(async (entry): Promise<SourceWithPage> => {
      const { id, extraction } = entry.source;
      if (entry.page !== null || extraction === null || !wanted.has(id)) return entry;
      const page = await store.getPage(extraction);
      return page === null ? entry : { ...entry, page: maskOrders(page).shown };
    }),
  );
  return { ...state, sources };
}
