/** Recomputes a set without some of its sources. Pure. */
import { numbered, rankCriteria } from '../discover/filter-and-rank.ts';
import { groundsOf } from '../discover/rewrite-points.ts';
import { criteriaSetId } from '../discover/set-id.ts';
import type { CriteriaSet, CriteriaSetContent, Removal } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { InputError } from '../domain/errors.ts';
import { SourceId } from '../domain/ids.ts';

export interface RankedCriterion {
  readonly criterion: Criterion;
  readonly rank: number;
}

export interface ChangedCriterion {
  readonly before: RankedCriterion;
  /** Null if no source or model point is left. */
  readonly after: RankedCriterion | null;
}

export interface WithoutSources {
  readonly set: CriteriaSet;
  /** All criteria of the original set, by rank. */
  readonly criteria: readonly ChangedCriterion[];
}

/**
 * Keeps the relevance scores; recomputes support, ranks and the default list. Criteria that were compared with removed quotes
 * become `unchecked`. The new set names its parent and passes verification.
 */
export function withoutSources(set: CriteriaSet, sourceIds: readonly string[]): WithoutSources {
  const { content } = set;
  const excluded = new Set(sourceIds);
  const keptIds = new Set<string>(content.sources.flatMap(({ id, decision }) => (decision === 'kept' ? [id] : [])));
  if (excluded.size === 0) throw new InputError('Name one source or more to leave out.');
  const unknown = sourceIds.find((id) => !keptIds.has(id));
  if (unknown !== undefined) throw new InputError(`${set.id} keeps no source ${unknown}.`);
  const removedAdvice = new Set<string>(
    content.advice.filter(({ sourceId }) => excluded.has(sourceId)).map(({ id }) => id),
  );
  const sources = new Map(content.sources.map((source) => [source.id, source]));

  const recounted = (criterion: Criterion): Criterion => {
    const advice = content.advice.filter(({ id }) => criterion.adviceIds.includes(id));
    return { ...criterion, support: groundsOf(advice, sources).support };
  };
  const losesAdvice = ({ adviceIds }: Criterion) => adviceIds.some((id) => removedAdvice.has(id));
  // Earlier versions counted by another rule: what is compared is counted by one, and the rest stays as it is.
  const all = content.criteria.map((criterion) => (losesAdvice(criterion) ? recounted(criterion) : criterion));
  const remaining = all.flatMap((before) => {
    if (!losesAdvice(before)) return [before];
    const after = withoutAdvice(before, removedAdvice);
    return after === null ? [] : [recounted(after)];
  });
  if (remaining.length === 0) throw new InputError('Nothing would be left of the set.');
  const remainingIds = new Set<string>(remaining.map(({ id }) => id));
  const ranked = rankCriteria(remaining.map((after) => withoutDanglingReferences(after, remainingIds)));
  const criteria = numbered(ranked);
  const rankedById = new Map(
    ranked.flatMap(({ id }, index) => {
      const criterion = criteria[index];
      return criterion === undefined ? [] : [[id, { criterion, rank: index + 1 }] as const];
    }),
  );
  const next = contentWithout(content, excluded, removedAdvice, criteria, {
    set: set.id,
    without: [...excluded].map((id) => SourceId.parse(id)),
  });
  return {
    set: { id: criteriaSetId(next), content: next, run: set.run },
    // Sort again: sets of earlier versions have another order.
    criteria: rankCriteria(all).map((criterion, index) => ({
      before: { criterion, rank: index + 1 },
      after: rankedById.get(criterion.id) ?? null,
    })),
  };
}

/** Of one that loses some. Null if no advice is left. */
function withoutAdvice(criterion: Criterion, removedAdvice: ReadonlySet<string>): Criterion | null {
  const adviceIds = criterion.adviceIds.filter((id) => !removedAdvice.has(id));
  if (adviceIds.length === 0) return null;
  const evidence = criterion.evidence.filter(({ adviceId }) => !removedAdvice.has(adviceId));
  const [origin = criterion.origin, ...others] = criterion.alsoFrom;
  return {
    ...criterion,
    adviceIds,
    evidence,
    conflicts: criterion.conflicts.filter((conflict) => !removedAdvice.has(conflict.with)),
    ...(evidence.length > 0
      ? { grounding: { status: 'unchecked', reason: 'Some of the quotes it was compared with were left out.' } }
      : { grounding: null, origin, alsoFrom: others }),
  };
}

function withoutDanglingReferences(
  { nearTo, conflicts, ...criterion }: Criterion,
  remainingIds: ReadonlySet<string>,
): Criterion {
  const exists = (id: string) => !id.startsWith('c') || remainingIds.has(id);
  return {
    ...criterion,
    ...(nearTo === undefined || !exists(nearTo) ? {} : { nearTo }),
    conflicts: conflicts.filter((conflict) => exists(conflict.with)),
  };
}

function contentWithout(
  content: CriteriaSetContent,
  excluded: ReadonlySet<string>,
  removedAdvice: ReadonlySet<string>,
  criteria: Criterion[],
  parent: NonNullable<CriteriaSetContent['parent']>,
): CriteriaSetContent {
  const names = [...excluded].join(', ');
  const lost = content.criteria.filter(({ adviceIds }) => adviceIds.every((id) => removedAdvice.has(id)));
  const removals = [
    ...content.removals.map((removal) => ({
      ...removal,
      adviceIds: removal.adviceIds.filter((id) => !removedAdvice.has(id)),
    })),
    ...lost.map(({ text }): Removal => {
      return { step: 'filtering', text, adviceIds: [], reason: `A person left out what it rests on: ${names}.` };
    }),
  ];
  const advice = content.advice.filter(({ id }) => !removedAdvice.has(id));
  const sources = content.sources.map((source) =>
    excluded.has(source.id)
      ? { ...source, decision: 'left-out' as const, reason: 'A person left it out of the parent set.' }
      : source,
  );
  const kept = sources.filter(({ decision }) => decision === 'kept').length;
  const points = content.funnel.points - lost.length;
  return {
    ...content,
    parent,
    sources,
    advice,
    criteria,
    removals,
    funnel: { ...content.funnel, kept, advice: advice.length, points, criteria: criteria.length },
  };
}
