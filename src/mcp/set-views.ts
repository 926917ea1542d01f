/** Sets for agents: short enough to read, with the ids that lead to more. */
import type { Audit } from '../audit/audit.ts';
import { checklistOf } from '../discover/select-criteria.ts';
import { incompleteText, type CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion, Evidence, RelevanceScore } from '../domain/criterion.ts';
import type { SetSummary } from '../domain/ports.ts';
import { siteNameOf, titleOf } from '../report/source.ts';

export const setUri = (id: string): string => `groundrule://sets/${id}`;

export const summaryView = ({ id, instruction, startedAt, criteria }: SetSummary) => ({
  set: id,
  instruction,
  startedAt,
  criteria,
});

/** @param top implied criteria at most; default: as in the default list */
export function setView({ id, content, run }: CriteriaSet, top?: number) {
  const { criteria, heldBack } = checklistOf(content.criteria, top);
  return {
    set: id,
    instruction: content.task.instruction,
    startedAt: run.startedAt,
    engine: Object.values(content.engine.models)[0] ?? content.engine.name,
    /** What is missing; null: nothing. */
    incomplete: incompleteText(content.unanswered),
    criteria: criteria.map(criterionView),
    leftOut: heldBack.map(({ criterion, reason }) => ({ id: criterion.id, reason })),
    funnel: content.funnel,
    warnings: content.warnings,
    ...(criteria.length === 0 ? { note: NO_GUIDANCE } : {}),
    resource: setUri(id),
  };
}

const NO_GUIDANCE =
  'No guidance on this kind of text was found. That is an answer: nothing is known of what experts ask of it, not that they ask for nothing.';

function criterionView({ id, text, explicit, fault, relevance, support, origin }: Criterion) {
  const marks = { stated: explicit, ...(fault === undefined ? {} : { fault }) };
  return { id, text, ...marks, relevance: scoreOf(relevance), independentSites: support.sites, origin };
}

function scoreOf(relevance: RelevanceScore): number | null {
  return relevance.status === 'scored' ? Math.round(relevance.score * 10) / 10 : null;
}

/** Of the one criterion that was asked for; null where the set has no such one. */
export function evidenceView({ set, criteria: [found], verification }: Audit) {
  if (found === undefined) return null;
  const { question, alsoFrom, conflicts, grounding, relevance, unclear, heldBack } = found.criterion;
  return {
    set: set.id,
    ...criterionView(found.criterion),
    question,
    alsoFrom,
    relevanceReason: relevance.reason,
    /** Whether its quotes say it. */
    grounding,
    conflicts,
    unclear: unclear ?? null,
    heldBack,
    evidence: found.evidence.map(({ evidence, passage }) => ({
      ...quoteView(evidence, set),
      /** Null: the text around the quote is not stored here. */
      passage: passage && `${passage.before}»${evidence.quote}«${passage.after}`,
    })),
    /** Whether the whole record was found to be as it was written, its quotes in their texts. */
    record: verification.status,
  };
}

function quoteView(evidence: Evidence, { content }: CriteriaSet) {
  const { quote, url, link, pageNumber, expertise, relevance, sourceId, queryIds, instance, suspected, via } = evidence;
  const source = content.sources.find(({ id }) => id === sourceId);
  return {
    quote,
    title: titleOf(evidence),
    site: siteNameOf(evidence),
    author: source?.byline ?? null,
    publishedOn: source?.publishedOn ?? null,
    url,
    /** Opens the page at the quote. */
    link,
    pageNumber,
    via,
    isExample: instance === true,
    /** It may be an order to a model rather than advice. */
    isSuspected: suspected === true,
    rating: { expertise, relevance, reasons: source?.rating?.reasons ?? [] },
    foundBy: content.queries.filter(({ id }) => queryIds.includes(id)).map(({ text }) => text),
  };
}
