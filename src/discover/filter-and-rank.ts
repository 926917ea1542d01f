/** Steps "filtering" and "ranking": what applies to one text response, and what matters most. */
import { rankCriteria } from './rank.ts';
import type { Advice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { Conflict, Criterion, Evidence, Origin } from '../domain/criterion.ts';
import type { DraftCriterion, FilterVerdict } from '../domain/engine.ts';
import { CriterionId, type AdviceId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';
import { quoteLink } from '../pages/quote-link.ts';
import { runStep } from '../run/run-step.ts';
import type { Discovery, Gathered, SourceWithPage } from './discovery.ts';
import type { Drafted } from './rewrite-points.ts';

interface RankedCriteria {
  readonly criteria: Criterion[];
  readonly removals: readonly Removal[];
}

export async function filterAndRank(
  { run, ports, task, usage, warnings }: Discovery,
  gathered: Gathered,
  drafts: readonly Drafted[],
): Promise<RankedCriteria> {
  const verdicts = await runStep(
    run,
    usage,
    'filtering',
    ports.engine.filterCriteria,
    task,
    drafts,
    (values) =>
      `${values.filter((verdict) => verdict.applies).length} of ${drafts.length} apply to one text response`,
  );
  const removals: Removal[] = [];
  const applying = drafts.filter((draft) => {
    const verdict = verdicts.get(draft.id);
    if (verdict?.status === 'unscored')
      warnings.push(
        `Whether “${draft.text}” applies to one text response was not decided (${verdict.reason}); it stays.`,
      );
    if (verdict?.status !== 'done' || verdict.value.applies) return true;
    removals.push({
      step: 'filtering',
      text: draft.text,
      adviceIds: lineageOf(draft),
      reason: verdict.value.reason,
    });
    return false;
  });
  const scores = await runStep(
    run,
    usage,
    'ranking',
    ports.engine.scoreRelevance,
    task,
    applying,
    (values) => `${values.length} criteria scored`,
  );
  const conflicts = symmetricConflicts(applying, verdicts);
  const bySource = new Map(gathered.sources.map((entry) => [entry.source.id, entry]));
  const criteria = applying.map((draft): Criterion => {
    const score = scores.get(draft.id);
    return {
      id: draft.id,
      text: draft.text,
      question: draft.question,
      ...originOf(draft),
      relevance:
        score?.status === 'done'
          ? { status: 'scored', ...score.value }
          : { status: 'unscored', reason: score?.reason ?? 'no outcome' },
      explicit: draft.explicit,
      conflicts: conflicts.get(draft.id) ?? [],
      adviceIds: lineageOf(draft),
      evidence: draft.advice.map((piece) => evidenceOf(piece, bySource.get(piece.sourceId))),
      support: draft.support,
      ...(draft.check === undefined ? {} : { check: draft.check }),
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
  const conflicts = new Map<CriterionId, Conflict[]>(drafts.map((draft) => [draft.id, []]));
  const note = (id: CriterionId, conflict: Conflict): void => {
    const known = conflicts.get(id);
    if (known?.some((other) => other.with === conflict.with) === false) known.push(conflict);
  };
  for (const draft of drafts) {
    const verdict = verdicts.get(draft.id);
    if (verdict?.status !== 'done') continue;
    for (const conflict of verdict.value.conflicts) {
      if (conflict.with === 'instruction') note(draft.id, { ...conflict });
      else if (conflict.with !== draft.id && conflicts.has(conflict.with)) {
        note(draft.id, { ...conflict });
        note(conflict.with, { with: draft.id, reason: conflict.reason });
      }
    }
  }
  return conflicts;
}

function evidenceOf(advice: Advice, entry: SourceWithPage | undefined): Evidence {
  const { source, page } = entry ?? {};
  if (source?.via == null || source.extraction === null || source.rating === null || page == null)
    throw new Error(`Advice ${advice.id} rests on a source without text or rating.`);
  return {
    adviceId: advice.id,
    sourceId: source.id,
    via: source.via,
    url: source.url,
    finalUrl: source.finalUrl,
    title: source.title,
    site: source.site,
    quote: advice.quote,
    start: advice.start,
    end: advice.end,
    extraction: source.extraction,
    pageNumber: advice.pageNumber,
    queryIds: advice.queryIds,
    expertise: source.rating.expertise,
    relevance: source.rating.relevance,
    link: quoteLink({ url: source.finalUrl, via: source.via }, page, advice),
  };
}

/** c1 is the best: people read the list from the top. */
function renumber(ranked: readonly Criterion[]): Criterion[] {
  const newIds = new Map<string, CriterionId>(
    ranked.map((criterion, index) => [criterion.id, CriterionId.parse(`c${index + 1}`)]),
  );
  return ranked.map((criterion) => ({
    ...criterion,
    id: newIds.get(criterion.id) ?? criterion.id,
    conflicts: criterion.conflicts.map((conflict) => ({
      ...conflict,
      with: conflict.with === 'instruction' ? conflict.with : (newIds.get(conflict.with) ?? conflict.with),
    })),
  }));
}
