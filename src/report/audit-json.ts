/** An audit for programs. */
import type { Audit, AuditedCriterion } from '../audit/audit.ts';

export function auditJson(audit: Audit) {
  const { id, content } = audit.set;
  return {
    set: id,
    instruction: content.task.instruction,
    criteria: audit.criteria.map(criterionJson),
    sources: sourcesJson(audit),
    gapReviews: content.gapReviews ?? [],
    removals: content.removals,
    funnel: content.funnel,
    verification: audit.verification,
  };
}

/** The criterion as in the record, each piece of evidence with its `passage` (null where the text is missing). */
export function criterionJson({ criterion, evidence }: AuditedCriterion) {
  return { ...criterion, evidence: evidence.map((piece) => ({ ...piece.evidence, passage: piece.passage })) };
}

/** Every source as in the record, with the ids of the `criteria` that cite it. */
export function sourcesJson({ sources }: Audit) {
  return sources.map(({ source, criteria }) => ({ ...source, criteria: criteria.map(({ id }) => id) }));
}
