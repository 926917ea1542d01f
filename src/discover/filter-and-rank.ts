/** Steps "filtering" and "ranking": what applies to one text response, and what matters most. */
import type { Advice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { Conflict, Criterion, Evidence, Origin } from '../domain/criterion.ts';
import type { DraftCriterion, FilterVerdict } from '../domain/engine.ts';
import { type AdviceId, CriterionId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';
import { quoteLink } from '../pages/quote-link.ts';
import { type Discovery, type Gathered, runStep, type SourceWithPage } from './discovery.ts';
import type { Drafted } from './rewrite-points.ts';

export async function filterAndRank(discovery: Discovery, gathered: Gathered, drafts: readonly Drafted[]) {
  const { filterCriteria, scoreRelevance } = discovery.ports.engine;
  const verdicts = await runStep(discovery, 'filtering', filterCriteria, drafts, (values) => {
    return `${values.filter(({ applies }) => applies).length} of ${drafts.length} apply to one text response`;
  });
  const removals: Removal[] = [];
  const applying = drafts.filter((draft) => {
    const verdict = verdicts.get(draft.id);
    if (verdict?.status === 'unscored')
      discovery.warnings.push(
        `Whether “${draft.text}” applies to one text response was not decided (${verdict.reason}); it stays.`,
      );
    if (verdict?.status !== 'done' || verdict.value.applies) return true;
    const { reason } = verdict.value;
    removals.push({ step: 'filtering', text: draft.text, adviceIds: lineageOf(draft), reason });
    return false;
  });
  const scores = await runStep(discovery, 'ranking', scoreRelevance, applying, (values) => {
    return `${values.length} criteria scored`;
  });
  const conflicts = symmetricConflicts(applying, verdicts);
  const bySource = new Map(gathered.sources.map((entry) => [entry.source.id, entry]));
  const criteria = applying.map((draft): Criterion => {
    const { id, text, question, explicit, check, support } = draft;
    const score = scores.get(id);
    return {
      ...{ id, text, question },
      ...originOf(draft),
      relevance:
        score?.status === 'done'
          ? { status: 'scored', ...score.value }
          : { status: 'unscored', reason: score?.reason ?? 'no outcome' },
      explicit,
      conflicts: conflicts.get(id) ?? [],
      adviceIds: lineageOf(draft),
      evidence: draft.advice.map((piece) => evidenceOf(piece, bySource.get(piece.sourceId))),
      support,
      ...(check === undefined ? {} : { check }),
    };
  });
  return { criteria: renumber(rankCriteria(criteria)), removals };
}

function lineageOf({ advice, modelPoints }: Drafted): AdviceId[] {
  return [...advice, ...modelPoints].map((piece) => piece.id);
}

/** Grounded wherever there is evidence; where else the same point came from is said beside it. */
function originOf({ advice, modelPoints }: Drafted): Pick<Criterion, 'origin' | 'alsoFrom'> {
  const [origin = 'source', ...alsoFrom] = new Set<Origin>([
    ...(advice.length > 0 ? (['source'] as const) : []),
    ...modelPoints.map((point) => point.origin),
  ]);
  return { origin, alsoFrom };
}

/** A conflict stands on both sides, whichever side named it; one with a criterion that was removed is moot. */
function symmetricConflicts(
  drafts: readonly DraftCriterion[],
  verdicts: ReadonlyMap<string, Outcome<FilterVerdict>>,
): Map<CriterionId, Conflict[]> {
  const conflicts = new Map<CriterionId, Conflict[]>(drafts.map(({ id }) => [id, []]));
  const note = (id: CriterionId, other: Conflict['with'], reason: string): void => {
    const known = conflicts.get(id);
    if (known?.some((conflict) => conflict.with === other) === false) known.push({ with: other, reason });
  };
  for (const { id } of drafts) {
    const verdict = verdicts.get(id);
    if (verdict?.status !== 'done') continue;
    for (const { with: other, reason } of verdict.value.conflicts) {
      if (other === id || (other !== 'instruction' && !conflicts.has(other))) continue;
      note(id, other, reason);
      if (other !== 'instruction') note(other, id, reason);
    }
  }
  return conflicts;
}

function evidenceOf(advice: Advice, entry: SourceWithPage | undefined): Evidence {
  const { source, page } = entry ?? {};
  if (source?.via == null || source.extraction === null || source.rating === null || page == null)
    throw new Error(`Advice ${advice.id} rests on a source without text or rating.`);
  const { via, url, finalUrl, title, site, extraction, rating } = source;
  const { id: adviceId, sourceId, quote, start, end, pageNumber, queryIds } = advice;
  return {
    ...{
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
    },
    expertise: rating.expertise,
    relevance: rating.relevance,
    link: quoteLink({ url: finalUrl, via }, page, advice),
  };
}

/** c1 is the best: people read the list from the top. */
function renumber(ranked: readonly Criterion[]): Criterion[] {
  const ids = new Map(ranked.map(({ id }, index) => [id, CriterionId.parse(`c${index + 1}`)]));
  const renamed = (id: CriterionId): CriterionId => ids.get(id) ?? id;
  return ranked.map((criterion) => ({
    ...criterion,
    id: renamed(criterion.id),
    conflicts: criterion.conflicts.map(({ with: other, reason }) => ({
      with: other === 'instruction' ? other : renamed(other),
      reason,
    })),
  }));
}

export function rankCriteria(criteria: readonly Criterion[]): Criterion[] {
  const counts = new Map<string, number>();
  for (const { text } of criteria) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const keyed = criteria.map((criterion) => {
    const { relevance, support, text } = criterion;
    return {
      criterion,
      score: relevance.status === 'scored' ? relevance.score : -1,
      support,
      // Fewest occurrences over the pool of any word: small means specific (EvalAgent, specificity S).
      rarest: Math.min(...wordsOf(text).map((word) => counts.get(word) ?? 1)),
      text,
    };
  });
  return keyed
    .sort(
      (a, b) =>
        b.score - a.score ||
        b.support.sites - a.support.sites ||
        b.support.sources - a.support.sources ||
        a.rarest - b.rarest ||
        (a.text < b.text ? -1 : a.text > b.text ? 1 : 0),
    )
    .map(({ criterion }) => criterion);
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
