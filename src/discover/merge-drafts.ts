/** One criterion in the place of two: what stands behind both stands behind it. Pure. */
import type { Source } from '../domain/source.ts';
import { wordsOf } from '../llm/agent-kit/wording.ts';
import type { DraftedCriterion } from './discovery.ts';
import { groundsOf } from './rewrite-points.ts';

/** What always applies, or applies under another condition, is not said by what stands under a condition. */
export function coversCondition(target: DraftedCriterion, duplicate: DraftedCriterion): boolean {
  return target.appliesWhen === undefined || wordsOf(target.appliesWhen) === wordsOf(duplicate.appliesWhen ?? '');
}

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
        ? { status: 'unchecked', reason: `A model’s own wording; what its quotes say was worded “${duplicate.text}”` }
        : target.grounding,
    ...groundsOf(advice, byId),
  };
}

/** What the quotes of another criterion, which say what it asks for, say of one that asks for no more, or for `added` more. */
export function groundingBy(proof: DraftedCriterion['grounding'], added: string | null): DraftedCriterion['grounding'] {
  if (added !== null) return { status: 'checked', verdict: 'part', added, formerText: null };
  if (proof?.status !== 'checked') return proof;
  // One that was cut back says what is left.
  const isFull = proof.verdict === 'full' || proof.formerText !== null;
  return { ...proof, verdict: isFull ? 'full' : 'part', added: isFull ? null : proof.added, formerText: null };
}

export function strongerOf(one: DraftedCriterion['grounding'], other: DraftedCriterion['grounding']) {
  const isFull = (grounding: typeof one) => grounding?.status === 'checked' && grounding.verdict === 'full';
  return one === null || (isFull(other) && !isFull(one)) ? other : one;
}
