/** One criterion in the place of two: what stands behind both stands behind it. Pure. */
import type { Source } from '../domain/source.ts';
import { withCondition } from '../llm/agent-kit/written-criterion.ts';
import type { DraftedCriterion } from './discovery.ts';
import { groundsOf } from './rewrite-points.ts';

export function merge(
  target: DraftedCriterion,
  duplicate: DraftedCriterion,
  isSpecialCase: boolean,
  byId: ReadonlyMap<string, Source>,
): DraftedCriterion {
  const advice = [...target.advice, ...duplicate.advice];
  const instances = isSpecialCase ? duplicate.advice.map(({ id }) => id) : duplicate.instanceIds;
  return {
    ...target,
    explicit: target.explicit || duplicate.explicit,
    advice,
    modelPoints: [...target.modelPoints, ...duplicate.modelPoints],
    instanceIds: new Set([...target.instanceIds, ...instances]),
    disputes: [...target.disputes, ...duplicate.disputes],
    grounding:
      target.grounding === null && duplicate.grounding !== null
        ? {
            status: 'unchecked',
            reason: `A model’s own wording; what its quotes say was worded “${withCondition(duplicate)}”`,
          }
        : target.grounding,
    ...groundsOf(advice, byId),
  };
}

/** What the quotes of another criterion say of the target, which asks for no more than that one, or for `beyond` more. */
export function groundingBy(
  target: DraftedCriterion,
  proof: DraftedCriterion,
  beyond: string | null,
): DraftedCriterion['grounding'] {
  const isWider = target.appliesWhen === undefined && proof.appliesWhen !== undefined;
  const added = beyond ?? (isWider ? 'that it is asked for in all cases' : null);
  const grounding = proof.grounding?.status === 'checked' ? proof.grounding : null;
  // One that was cut back says what is left.
  const isFull = grounding !== null && (grounding.verdict === 'full' || grounding.formerText !== null);
  if (added !== null) {
    const said = isFull ? withCondition(proof) : grounding?.said;
    return { status: 'checked', verdict: 'part', added, formerText: null, ...(said === undefined ? {} : { said }) };
  }
  if (grounding === null) return proof.grounding;
  return { ...grounding, verdict: isFull ? 'full' : 'part', added: isFull ? null : grounding.added, formerText: null };
}

export function strongerOf(one: DraftedCriterion['grounding'], other: DraftedCriterion['grounding']) {
  const isFull = (grounding: typeof one) => grounding?.status === 'checked' && grounding.verdict === 'full';
  return one === null || (isFull(other) && !isFull(one)) ? other : one;
}
