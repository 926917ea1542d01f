/** Applies the review of the whole list: merges duplicates, removes or marks the others, and keeps the lineage. Pure. */
import type { Removal } from '../domain/criteria-set.ts';
import type { RelevanceScore } from '../domain/criterion.ts';
import type { FilterVerdict } from '../domain/engine.ts';
import type { AdviceId, CriterionId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Source } from '../domain/source.ts';
import { lostFigure } from '../llm/agent-kit/wording.ts';
import { coversCondition } from '../llm/agent-kit/written-criterion.ts';
import type { DraftedCriterion } from './discovery.ts';
import { groundingBy, merge, strongerOf } from './merge-drafts.ts';
import { reasonNotToWant } from './reasons-against.ts';

type Conflict = FilterVerdict['conflicts'][number];
type Verdicts = ReadonlyMap<string, Outcome<FilterVerdict>>;
type Scored = Extract<RelevanceScore, { status: 'scored' }>;

/** Of ten pairs of readers: fewer, and a criterion is unclear. */
const MIN_AGREED = 7;
/** The same of a page's words beside criteria that were written for this very text: editors keep one in six of those below it. */
const MIN_AGREED_ON_PAGES_WORDS = 8;
/** The same of what makes or breaks a text, or is better craft and was chosen: it may take some judgement. */
const MIN_AGREED_ON_MUCH = 6;
const MUCH = 8;
const MUCH_PICKED = 6;
/** By so many, one of two criteria is the sharper. */
const CLEARLY_MORE = 2;

export function lineageOf({ advice, modelPoints }: DraftedCriterion): AdviceId[] {
  return [...advice, ...modelPoints].map((piece) => piece.id);
}

/** Criteria that the instruction states are never removed by a review. */
export function isStated({ modelPoints }: DraftedCriterion): boolean {
  return modelPoints.some(({ origin }) => origin === 'instruction');
}

/** @param scores of the implied drafts; the result does not depend on the order of the drafts */
export function applyReview(
  drafts: readonly DraftedCriterion[],
  verdicts: Verdicts,
  byId: ReadonlyMap<string, Source>,
  scores: ReadonlyMap<string, RelevanceScore>,
) {
  const warnings: string[] = [];
  const removals: Removal[] = [];
  const reviewed = new Map<string, FilterVerdict>();
  for (const { id, text } of drafts) {
    const verdict = verdicts.get(id);
    if (verdict?.status === 'done') reviewed.set(id, verdict.value);
    else warnings.push(`“${text}” was not reviewed (${verdict?.reason ?? 'no outcome'}); it stays.`);
  }
  const accepted = new Map<CriterionId, DraftedCriterion>();
  for (const draft of drafts) {
    const verdict = reviewed.get(draft.id);
    if (verdict?.applies !== false || verdict.partOf !== undefined || isStated(draft)) accepted.set(draft.id, draft);
    else removals.push({ step: 'filtering', text: draft.text, adviceIds: lineageOf(draft), reason: verdict.reason });
  }
  const unclear = doubts(drafts, reviewed, scores);
  const isPicked = (id: CriterionId) => reviewed.get(id)?.isPicked === true;
  const weightsOf = (id: CriterionId): Partial<Scored> => {
    const score = scores.get(id);
    return score?.status === 'scored' ? score : {};
  };
  const isUsable = (id: CriterionId) => {
    const relevance = scores.get(id);
    return (
      !unclear.has(id) && (relevance === undefined || reasonNotToWant({ relevance, isPicked: isPicked(id) }) === null)
    );
  };
  const conflictsOf = (id: CriterionId) => reviewed.get(id)?.conflicts ?? [];
  const isAgainst = (one: CriterionId, other: Conflict['with']) =>
    conflictsOf(one).some((conflict) => conflict.with === other);
  // By merged criterion: the criterion that it was merged into, and how. Without circles.
  const mergedInto = new Map<CriterionId, { readonly target: CriterionId; readonly as: MergedAs }>();
  const targetOf = (id: CriterionId): CriterionId => {
    const next = mergedInto.get(id);
    return next === undefined ? id : targetOf(next.target);
  };
  const within = (id: CriterionId) => drafts.flatMap((draft) => (targetOf(draft.id) === id ? [draft.id] : []));
  /** Of two that stay so far, and of what was merged into each. */
  const isContrary = (one: CriterionId, other: CriterionId) =>
    within(one).some((a) => within(other).some((b) => isAgainst(a, b) || isAgainst(b, a)));

  const nearTo = new Map<CriterionId, CriterionId>();
  // The first stays: parts of what the review chose come before duplicates and special cases.
  const addNear = (id: CriterionId, other: CriterionId) => {
    if (!nearTo.has(id)) nearTo.set(id, other);
  };
  // The quotes of others make no page's wording of a model's own.
  const proven = new Set<CriterionId>();
  const isOfPage = ({ id, advice }: DraftedCriterion) => advice.length > 0 && !proven.has(id);
  // It may say more than what it proves, or a part: what the review says of it holds for that no longer.
  for (const { id } of byName(accepted.values())) {
    const { proves } = reviewed.get(id) ?? {};
    const proof = accepted.get(id);
    const target = proves === undefined ? undefined : accepted.get(proves.id);
    if (proves === undefined || proof === undefined || target === undefined || target === proof) continue;
    if (proof.advice.length === 0 || isStated(proof) || isStated(target)) continue;
    // What is held back lets nothing vanish behind it.
    if (mergedInto.has(target.id) || !isUsable(target.id) || isAgainst(target.id, 'instruction')) continue;
    if (isContrary(proof.id, target.id)) continue;
    // It proves a part of what a page says in its own words, or holds under other conditions: both stay, and one is listed.
    if ((proves.added !== null && isOfPage(target)) || !coversCondition(target, proof)) {
      addNear(proof.id, target.id);
      continue;
    }
    mergedInto.set(proof.id, { target: target.id, as: 'proof' });
    if (!isOfPage(target)) proven.add(target.id);
    const grounding = strongerOf(target.grounding, groundingBy(target, proof, proves.added));
    accepted.set(target.id, { ...merge(target, proof, false, byId), grounding });
  }

  // What it asks for is not in question, or it is held back by itself.
  const mayMerge = (id: CriterionId) =>
    accepted.has(id) && !isAgainst(id, 'instruction') && mergedInto.get(id)?.as !== 'proof';
  const partsOf = (kind: NonNullable<FilterVerdict['partOf']>['kind']) =>
    byName(accepted.values()).flatMap(({ id }) => {
      const { partOf } = reviewed.get(id) ?? {};
      if (partOf?.kind !== kind || !mayMerge(id) || !mayMerge(partOf.id)) return [];
      return [{ narrower: id, broader: partOf.id }];
    });
  const duplicates = partsOf('duplicate');
  for (const ids of connected(duplicates.map(({ narrower, broader }) => [narrower, broader]))) {
    const group = ids.flatMap((id) => accepted.get(id) ?? []);
    const isMixed = new Set(group.map(isOfPage)).size > 1;
    const isToGo = (id: CriterionId) => duplicates.some(({ narrower }) => narrower === id);
    // Compared number by number. No figure gives way to a word, what every draft meets not to what some miss, and nothing to
    // what is vaguer. Of equals the one on pages stays, else the one that the review would keep.
    const standings = new Map(
      group.map((draft): readonly [CriterionId, readonly number[]] => {
        const { id, text } = draft;
        const others = group.flatMap((other) => (other === draft ? [] : [other.text]));
        const { missed, agreed = MIN_AGREED } = weightsOf(id);
        return [
          id,
          [
            Number(isStated(draft)),
            Number(isUsable(id)),
            Number(scores.get(id)?.status !== 'unscored'),
            Number(isMixed || lostFigure(text, others) === null),
            Number(missed !== 0),
            Number(isPicked(id)),
            agreed + (isMixed ? Number(isOfPage(draft)) : Number(!isToGo(id))) * (CLEARLY_MORE - 0.5),
            Number(!isToGo(id)),
          ],
        ];
      }),
    );
    const [best, ...others] = group.toSorted((a, b) => compared(standings.get(b.id) ?? [], standings.get(a.id) ?? []));
    for (const duplicate of others) {
      const target = best === undefined ? undefined : accepted.get(best.id);
      if (target === undefined || isStated(duplicate) || isContrary(target.id, duplicate.id)) continue;
      if (lostFigure(target.text, [duplicate.text]) !== null || !coversCondition(target, duplicate))
        addNear(duplicate.id, target.id);
      else {
        mergedInto.set(duplicate.id, { target: target.id, as: 'duplicate' });
        accepted.set(target.id, merge(target, duplicate, false, byId));
      }
    }
  }
  for (const part of partsOf('special-case')) {
    const narrower = accepted.get(targetOf(part.narrower));
    const broader = accepted.get(targetOf(part.broader));
    if (narrower === undefined || broader === undefined || narrower === broader || isStated(narrower)) continue;
    // A general criterion that nobody can use does not replace a special case.
    if (!isUsable(broader.id) || isContrary(narrower.id, broader.id)) continue;
    const [own, general] = [weightsOf(narrower.id), weightsOf(broader.id)];
    const isSharper =
      scores.get(broader.id)?.status === 'unscored' ||
      lostFigure(broader.text, [narrower.text]) !== null ||
      (own.agreed ?? NaN) - (general.agreed ?? NaN) >= CLEARLY_MORE ||
      (general.missed === 0 && (own.missed ?? 0) > 0);
    if (isSharper || isOfPage(narrower) !== isOfPage(broader) || !coversCondition(broader, narrower)) {
      addNear(narrower.id, broader.id);
      continue;
    }
    mergedInto.set(narrower.id, { target: broader.id, as: 'special-case' });
    accepted.set(broader.id, merge(broader, narrower, true, byId));
  }

  for (const { id, text } of drafts) {
    const merged = mergedInto.get(id);
    const target = accepted.get(targetOf(id));
    if (merged === undefined || target === undefined) continue;
    const reason = MERGED[merged.as](target.text, reviewed.get(id)?.reason ?? '');
    removals.push({ step: 'filtering', text, adviceIds: [], reason });
  }
  const kept = [...accepted.values()].filter(({ id }) => !mergedInto.has(id));
  // What is true of a special case is not true of the general one.
  const near = [...nearTo]
    .filter(([id]) => mergedInto.get(id)?.as !== 'special-case')
    .map(([id, other]) => [targetOf(id), targetOf(other)] as const);
  return {
    kept,
    conflicts: symmetricConflicts(
      drafts,
      conflictsOf,
      new Set(kept.map(({ id }) => id)),
      // What is true of a special case, or of what says more, is not true of the general one.
      (id) => (mergedInto.has(id) && mergedInto.get(id)?.as !== 'duplicate' ? id : targetOf(id)),
    ),
    unclear,
    // What a chosen one was merged into stands for it.
    picked: new Set(drafts.flatMap(({ id }) => (isPicked(id) ? [targetOf(id)] : []))),
    nearTo: new Map(near.filter(([id, other]) => id !== other)),
    removals,
    warnings,
  };
}

type MergedAs = 'proof' | 'duplicate' | 'special-case';
const MERGED: Record<MergedAs, (target: string, reason: string) => string> = {
  proof: (target) => `What is behind it is behind “${target}” in the list.`,
  duplicate: (target, reason) => `It says the same as “${target}” ${reason}`.trim(),
  'special-case': (target, reason) => `A special case of “${target}” ${reason}`.trim(),
};

/** By criterion on which readers would disagree: why. */
function doubts(
  drafts: readonly DraftedCriterion[],
  reviewed: ReadonlyMap<string, FilterVerdict>,
  scores: ReadonlyMap<string, RelevanceScore>,
): ReadonlyMap<CriterionId, string> {
  const isAmongOwn = drafts.some(({ advice }) => advice.length === 0);
  return new Map(
    drafts.flatMap(({ id, text, advice, modelPoints }) => {
      const score = scores.get(id);
      if (score?.status !== 'scored' || score.value === undefined || score.agreed === undefined) return [];
      const isInPagesWords = isAmongOwn && advice.length > 0 && !modelPoints.some((point) => point.text === text);
      const isMuch = score.value >= (reviewed.get(id)?.isPicked === true ? MUCH_PICKED : MUCH);
      const least = isInPagesWords ? MIN_AGREED_ON_PAGES_WORDS : isMuch ? MIN_AGREED_ON_MUCH : MIN_AGREED;
      return score.agreed < least ? [[id, score.reason] as const] : [];
    }),
  );
}

function byName(drafts: Iterable<DraftedCriterion>): readonly DraftedCriterion[] {
  return [...drafts].sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Ids that pairs connect, each group in order. */
function connected(pairs: readonly (readonly [CriterionId, CriterionId])[]): readonly (readonly CriterionId[])[] {
  const groups = new Map<CriterionId, readonly CriterionId[]>();
  for (const [one, other] of pairs) {
    const joined = [...new Set([...(groups.get(one) ?? [one]), ...(groups.get(other) ?? [other])])].sort();
    for (const id of joined) groups.set(id, joined);
  }
  return [...new Set(groups.values())];
}

/** The first numbers that differ decide. */
function compared(a: readonly number[], b: readonly number[]): number {
  const place = a.findIndex((number, index) => number !== b[index]);
  return place === -1 ? 0 : (a[place] ?? 0) - (b[place] ?? 0);
}

/** Records each conflict on both sides, and drops conflicts with removed criteria. */
function symmetricConflicts(
  drafts: readonly DraftedCriterion[],
  conflictsOf: (id: CriterionId) => readonly Conflict[],
  kept: ReadonlySet<CriterionId>,
  targetOf: (id: CriterionId) => CriterionId,
): ReadonlyMap<CriterionId, Conflict[]> {
  const conflicts = new Map<CriterionId, Conflict[]>([...kept].map((id) => [id, []]));
  const note = (id: CriterionId, other: Conflict['with'], reason: string): void => {
    const existing = conflicts.get(id);
    if (existing?.some((conflict) => conflict.with === other) === false) existing.push({ with: other, reason });
  };
  for (const draft of drafts)
    for (const { with: opponent, reason } of conflictsOf(draft.id)) {
      const id = targetOf(draft.id);
      const other = opponent === 'instruction' ? opponent : targetOf(opponent);
      if (other === id || !kept.has(id) || (other !== 'instruction' && !kept.has(other))) continue;
      note(id, other, reason);
      if (other !== 'instruction') note(other, id, reason);
    }
  return conflicts;
}
