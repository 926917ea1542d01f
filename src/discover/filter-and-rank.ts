/** Steps "filtering" and "ranking": reviews the whole list and scores the implied criteria. */
import type { Advice } from '../domain/advice.ts';
import type { Conflict, Criterion, Evidence, Origin, RelevanceScore, Strike } from '../domain/criterion.ts';
import type { FilterVerdict, RelevanceVerdict } from '../domain/engine.ts';
import { CriterionId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';
import { overlapsAny } from '../domain/page.ts';
import { quoteLink } from '../pages/quote-link.ts';
import { applyReview, isStated, lineageOf } from './apply-review.ts';
import {
  type Discovery,
  type DraftedCriterion,
  type DiscoveryState,
  runStep,
  type SourceWithPage,
} from './discovery.ts';
import { sourcesById } from './rewrite-points.ts';
import { chooseCriteria, isFault } from './select-criteria.ts';

/** Share of the scored criteria that a believable editor strikes, at most. */
const MAX_STRUCK = 0.5;
const UNSCORED = { status: 'unscored', reason: 'no outcome' } as const;
/** Stated criteria need no score: they decide whether the instruction was followed. */
const STATED = { status: 'scored', score: 10, reason: 'The instruction asks for it.' } as const;
/**
 * The review chose it because a text would lack it; it adds nothing to what the instruction says. Scored below what is asked
 * for, which keeps its place in a short list.
 */
const GIVEN: RelevanceScore = {
  status: 'scored',
  score: 9,
  reason: 'The instruction gives it to write from.',
  strike: 'given',
};

export async function filterAndRank(discovery: Discovery, state: DiscoveryState, drafts: readonly DraftedCriterion[]) {
  const { filterCriteria, scoreRelevance } = discovery.ports.engine;
  const [verdicts, scores] = await Promise.all([
    runStep(discovery, 'filtering', filterCriteria, drafts, (values) => {
      return `${values.filter(({ applies }) => applies).length} of ${drafts.length} drafts stay`;
    }),
    // In parallel: the time saved is worth the scores of criteria that the filter removes.
    runStep(
      discovery,
      'ranking',
      scoreRelevance,
      drafts.filter((draft) => !isStated(draft)),
      (values) => `${values.length} drafts scored`,
    ),
  ]);
  const relevance = relevanceOf(drafts, verdicts, scores, discovery.warnings);
  const { kept, conflicts, nearTo, unclear, picked, removals, warnings } = applyReview(
    drafts,
    verdicts,
    sourcesById(state),
    relevance,
  );
  discovery.warnings.push(...warnings);
  const bySource = new Map(state.sources.map((entry) => [entry.source.id, entry]));
  const ofKind = [...state.ofKind.values()].flatMap(({ evidence }) => evidence);
  const evidenceOfKind = new Map(ofKind.map((evidence) => [evidence.adviceId, evidence]));
  const criteria = kept.map((draft): Criterion => {
    const { id, text, question, explicit, check, appliesWhen, support, grounding, instanceIds, disputes } = draft;
    const doubt = unclear.get(id);
    const near = nearTo.get(id);
    const score = scores.get(id);
    const implied = relevance.get(id) ?? UNSCORED;
    const isAgainst = conflicts.get(id)?.some(({ with: other }) => other === 'instruction') ?? false;
    // What a guide has with what is stated would be stated of every task of the kind.
    const isGiven =
      discovery.guideTo === undefined &&
      discovery.parameters.stated !== 'none' &&
      picked.has(id) &&
      doubt === undefined &&
      !isAgainst &&
      implied.status === 'scored' &&
      implied.strike === 'given';
    const isImpliedFault = !explicit && !isGiven && score?.status === 'done' && score.value.isFault;
    return {
      id,
      text,
      question,
      ...originOf(draft),
      relevance: isStated(draft) ? STATED : isGiven ? GIVEN : implied,
      explicit: explicit || isGiven,
      ...(appliesWhen === undefined ? {} : { appliesWhen }),
      ...(isImpliedFault ? { fault: true as const } : {}),
      conflicts: [...disputes, ...(conflicts.get(id) ?? [])],
      adviceIds: lineageOf(draft),
      evidence: draft.advice.map((piece) => ({
        ...(evidenceOfKind.get(piece.id) ?? evidenceOf(piece, bySource.get(piece.sourceId))),
        ...(instanceIds.has(piece.id) ? { instance: true as const } : {}),
      })),
      grounding,
      support,
      ...(near === undefined ? {} : { nearTo: near }),
      ...(doubt === undefined ? {} : { unclear: doubt }),
      ...(picked.has(id) ? { picked: true as const } : {}),
      heldBack: null,
      ...(check === undefined ? {} : { check }),
    };
  });
  return { criteria: numbered(rankCriteria(criteria)), removals };
}

/** Renumbers ranked criteria by rank, and adds why the default list leaves one out. */
export function numbered(ranked: readonly Criterion[]): Criterion[] {
  const criteria = renumber(ranked);
  const heldBack = new Map(chooseCriteria(criteria).heldBack.map((held) => [held.criterion.id, held.reason]));
  return criteria.map((criterion) => ({ ...criterion, heldBack: heldBack.get(criterion.id) ?? null }));
}

/**
 * By draft. Strikes of most of a list are not believed.
 * @param warnings says so
 */
function relevanceOf(
  drafts: readonly DraftedCriterion[],
  verdicts: ReadonlyMap<string, Outcome<FilterVerdict>>,
  scores: ReadonlyMap<string, Outcome<RelevanceVerdict>>,
  warnings: string[],
): ReadonlyMap<CriterionId, RelevanceScore> {
  const implied = drafts.filter((draft) => !isStated(draft));
  const scored = implied.flatMap(({ id }) => {
    const [verdict, score] = [verdicts.get(id), scores.get(id)];
    const isRemoved = verdict?.status === 'done' && !verdict.value.applies && verdict.value.partOf === undefined;
    return score?.status === 'done' && !isRemoved ? [score.value] : [];
  });
  const struck = scored.flatMap(({ strike }) => strike ?? []);
  const given = struck.filter((strike) => strike === 'given');
  // A brief may hand over most of what is to be told: the two are counted apart.
  const isBelieved = (strike: Strike) =>
    (strike === 'given' ? given.length : struck.length - given.length) <= scored.length * MAX_STRUCK;
  const unbelieved = struck.filter((strike) => !isBelieved(strike));
  if (unbelieved.length > 0)
    warnings.push(
      `An editor would strike ${unbelieved.length} of ${scored.length} criteria: so many say more of the answer than of the list, so none of them is struck.`,
    );
  return new Map(
    implied.map(({ id }): [CriterionId, RelevanceScore] => {
      const outcome = scores.get(id);
      if (outcome?.status !== 'done')
        return [id, outcome === undefined ? UNSCORED : { status: 'unscored', reason: outcome.reason }];
      const { score, reason, weighed, strike } = outcome.value;
      const kept = strike !== undefined && isBelieved(strike) ? { strike } : {};
      return [id, { status: 'scored', score, reason, ...weighed, ...kept }];
    }),
  );
}

/** `source` if there is evidence; `alsoFrom` lists the other origins. */
function originOf({ advice, modelPoints }: DraftedCriterion): Pick<Criterion, 'origin' | 'alsoFrom'> {
  const [origin = 'source', ...alsoFrom] = new Set<Origin>([
    ...(advice.length > 0 ? (['source'] as const) : []),
    ...modelPoints.map((point) => point.origin),
  ]);
  return { origin, alsoFrom };
}

function evidenceOf(advice: Advice, entry: SourceWithPage | undefined): Evidence {
  const { source, page, orders } = entry ?? {};
  if (source?.via == null || source.extraction === null || source.rating === null || page == null)
    throw new Error(`Advice ${advice.id} rests on a source without text or rating.`);
  const { via, url, finalUrl, title, site, extraction, rating } = source;
  const { id: adviceId, sourceId, quote, start, end, pageNumber, queryIds } = advice;
  return {
    adviceId,
    sourceId,
    via,
    url,
    finalUrl,
    title,
    site,
    quote,
    start,
    end,
    extraction,
    pageNumber,
    queryIds,
    expertise: rating.expertise,
    relevance: rating.relevance,
    link: quoteLink({ url: finalUrl, via }, page, advice),
    ...(overlapsAny(advice, orders?.suspected ?? []) ? { suspected: true as const } : {}),
  };
}

/** By rank: the first criterion is c1. */
function renumber(ranked: readonly Criterion[]): Criterion[] {
  const ids = new Map<string, CriterionId>(ranked.map(({ id }, index) => [id, CriterionId.parse(`c${index + 1}`)]));
  const renamed = (id: CriterionId): CriterionId => ids.get(id) ?? id;
  return ranked.map(({ nearTo, ...criterion }) => ({
    ...criterion,
    id: renamed(criterion.id),
    ...(nearTo === undefined ? {} : { nearTo: renamed(nearTo) }),
    conflicts: criterion.conflicts.map(({ with: other, reason }): Conflict => ({
      with: ids.get(other) ?? other,
      reason,
    })),
  }));
}

/** Stated criteria in their order, then those that are implied, then faults to avoid; each by score, independent sites and expertise. */
export function rankCriteria(criteria: readonly Criterion[]): Criterion[] {
  const scoreOf = ({ relevance }: Criterion) => (relevance.status === 'scored' ? relevance.score : -1);
  const expertiseOf = ({ evidence }: Criterion) => Math.max(0, ...evidence.map(({ expertise }) => expertise));
  return [...criteria].sort(
    (a, b) =>
      Number(b.explicit) - Number(a.explicit) ||
      Number(isFault(a)) - Number(isFault(b)) ||
      scoreOf(b) - scoreOf(a) ||
      b.support.sites - a.support.sites ||
      expertiseOf(b) - expertiseOf(a) ||
      b.support.sources - a.support.sources ||
      Number(a.id.slice(1)) - Number(b.id.slice(1)),
  );
}
