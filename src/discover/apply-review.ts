/** Applies the review of the whole list: merges duplicates, removes or marks the others, and keeps the lineage. Pure. */
import type { Removal } from '../domain/criteria-set.ts';
import type { FilterVerdict, RelevanceVerdict } from '../domain/engine.ts';
import type { AdviceId, CriterionId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Source } from '../domain/source.ts';
import { lostFigure } from '../llm/agent-kit/wording.ts';
import type { DraftedCriterion } from './discovery.ts';
import { groundsOf, wordsOf } from './rewrite-points.ts';

type Conflict = FilterVerdict['conflicts'][number];
type Verdicts = ReadonlyMap<string, Outcome<FilterVerdict>>;
type Scores = ReadonlyMap<string, Outcome<RelevanceVerdict>>;

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

export function applyReview(
  drafts: readonly DraftedCriterion[],
  verdicts: Verdicts,
  byId: ReadonlyMap<string, Source>,
  scores: Scores,
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
  // By merged criterion: the criterion that it was merged into. Without circles.
  const mergedInto = new Map<CriterionId, CriterionId>();
  const targetOf = (id: CriterionId): CriterionId => {
    const next = mergedInto.get(id);
    return next === undefined ? id : targetOf(next);
  };
  const nearTo = new Map<CriterionId, CriterionId>();
  const agreedOn = agreementOf(scores);
  const hasNoPage = new Set(drafts.filter(({ advice }) => advice.length === 0).map(({ id }) => id));
  const isAmongOwn = hasNoPage.size > 0;
  const unclear = new Map(
    drafts.flatMap(({ id, text, modelPoints }) => {
      const score = agreedOn.get(id);
      if (score === undefined) return [];
      const isInPagesWords = isAmongOwn && !hasNoPage.has(id) && !modelPoints.some((point) => point.text === text);
      const isMuch = score.value >= (reviewed.get(id)?.isPicked === true ? MUCH_PICKED : MUCH);
      const least = isInPagesWords ? MIN_AGREED_ON_PAGES_WORDS : isMuch ? MIN_AGREED_ON_MUCH : MIN_AGREED;
      return score.agreed < least ? [[id, score.reason] as const] : [];
    }),
  );
  // What every ordinary draft meets says nothing in the place of what some of them miss.
  const decidesMore = (one: DraftedCriterion, other: DraftedCriterion) =>
    agreedOn.get(other.id)?.missed === 0 && (agreedOn.get(one.id)?.missed ?? 0) > 0;
  const isClearer = (one: DraftedCriterion, other: DraftedCriterion) =>
    (agreedOn.get(one.id)?.agreed ?? NaN) - (agreedOn.get(other.id)?.agreed ?? NaN) >= CLEARLY_MORE;
  const isPicked = ({ id }: DraftedCriterion) => reviewed.get(id)?.isPicked === true;
  // The quotes of others make no page's wording of a model's own.
  const proven = new Set<CriterionId>();
  const isOfPage = ({ id, advice }: DraftedCriterion) => advice.length > 0 && !proven.has(id);
  const isPreferred = (one: DraftedCriterion, other: DraftedCriterion) =>
    decidesMore(one, other) !== decidesMore(other, one)
      ? decidesMore(one, other)
      : isPicked(one) === isPicked(other)
        ? isClearer(one, other) || (isOfPage(one) && !isClearer(other, one))
        : isPicked(one);
  const conflictsOf = (id: CriterionId) => reviewed.get(id)?.conflicts ?? [];
  const isContrary = (one: CriterionId, other: CriterionId) =>
    conflictsOf(one).some((conflict) => conflict.with === other) ||
    conflictsOf(other).some((conflict) => conflict.with === one);
  // It may say more than what it proves, or a part: what the review says of it holds for that no longer.
  const proofs = new Set<CriterionId>();
  for (const proof of [...accepted.values()]) {
    const { proves } = reviewed.get(proof.id) ?? {};
    const target = proves === undefined ? undefined : accepted.get(targetOf(proves.id));
    if (proves === undefined || target === undefined || target === proof || mergedInto.has(proof.id)) continue;
    if (hasNoPage.has(proof.id) || isStated(proof) || isStated(target) || unclear.has(target.id)) continue;
    if (isContrary(proof.id, target.id)) continue;
    // In part is more than nothing, and less than a page's own wording.
    if ((proves.added !== null && !hasNoPage.has(target.id)) || !coversCondition(target, proof)) continue;
    mergedInto.set(proof.id, target.id);
    proofs.add(proof.id);
    if (hasNoPage.has(target.id)) proven.add(target.id);
    const grounding = strongerOf(target.grounding, groundingBy(proof.grounding, proves.added));
    accepted.set(target.id, { ...merge(target, proof, false, byId), grounding });
    const reason = `What is behind it is behind “${target.text}” in the list.`;
    removals.push({ step: 'filtering', text: proof.text, adviceIds: [], reason });
  }
  for (const { id } of [...accepted.values()]) {
    const { partOf, reason = '' } = reviewed.get(id) ?? {};
    if (partOf === undefined || proofs.has(id) || proofs.has(partOf.id)) continue;
    const narrower = accepted.get(targetOf(id));
    const broader = accepted.get(targetOf(partOf.id));
    if (narrower === undefined || broader === undefined || narrower === broader || isStated(narrower)) continue;
    const isSpecialCase = partOf.kind === 'special-case';
    // An unclear general criterion does not replace a clear special case.
    if (isSpecialCase && unclear.has(broader.id)) continue;
    const isEitherGrounded = isOfPage(narrower) !== isOfPage(broader);
    // No figure gives way to a word, and nothing to what is vaguer. Of a page's wording and the model's own the one that was
    // chosen stays, then the clearer one, and of equals the one on pages.
    const isSharper = isEitherGrounded
      ? isPreferred(narrower, broader)
      : lostFigure(broader.text, [narrower.text]) !== null ||
        isClearer(narrower, broader) ||
        decidesMore(narrower, broader);
    const target = isSharper ? narrower : broader;
    const duplicate = isSharper ? broader : narrower;
    const losesFigure = isEitherGrounded && lostFigure(target.text, [duplicate.text]) !== null;
    if ((isSpecialCase && (isSharper || isEitherGrounded)) || losesFigure || !coversCondition(target, duplicate)) {
      nearTo.set(narrower.id, broader.id);
      continue;
    }
    mergedInto.set(duplicate.id, target.id);
    accepted.set(target.id, merge(target, duplicate, isSpecialCase, byId));
    const relation = isSpecialCase ? 'A special case of' : 'It says the same as';
    removals.push({
      step: 'filtering',
      text: duplicate.text,
      adviceIds: [],
      reason: `${relation} “${target.text}” ${reason}`,
    });
  }
  const kept = [...accepted.values()].filter(({ id }) => !mergedInto.has(id));
  const near = [...nearTo].map(([id, other]) => [targetOf(id), targetOf(other)] as const);
  return {
    kept,
    conflicts: symmetricConflicts(
      drafts.filter(({ id }) => !proofs.has(id)),
      reviewed,
      new Set(kept.map(({ id }) => id)),
      (id) => (proofs.has(id) ? id : targetOf(id)),
    ),
    unclear,
    // What a chosen one was merged into stands for it.
    picked: new Set(drafts.filter(isPicked).map(({ id }) => targetOf(id))),
    nearTo: new Map(near.filter(([id, other]) => id !== other)),
    removals,
    warnings,
  };
}

function agreementOf(scores: Scores) {
  return new Map(
    [...scores].flatMap(([id, score]) => {
      if (score.status !== 'done' || score.value.weighed === undefined) return [];
      return [[id, { ...score.value.weighed, reason: score.value.reason }] as const];
    }),
  );
}

/** What always applies, or applies under another condition, is not said by what stands under a condition. */
function coversCondition(target: DraftedCriterion, duplicate: DraftedCriterion): boolean {
  return target.appliesWhen === undefined || wordsOf(target.appliesWhen) === wordsOf(duplicate.appliesWhen ?? '');
}

function merge(
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
function groundingBy(proof: DraftedCriterion['grounding'], added: string | null): DraftedCriterion['grounding'] {
  if (added !== null) return { status: 'checked', verdict: 'part', added, formerText: null };
  if (proof?.status !== 'checked') return proof;
  // One that was cut back says what is left.
  const isFull = proof.verdict === 'full' || proof.formerText !== null;
  return { ...proof, verdict: isFull ? 'full' : 'part', added: isFull ? null : proof.added, formerText: null };
}

function strongerOf(one: DraftedCriterion['grounding'], other: DraftedCriterion['grounding']) {
  const isFull = (grounding: typeof one) => grounding?.status === 'checked' && grounding.verdict === 'full';
  return one === null || (isFull(other) && !isFull(one)) ? other : one;
}

/** Records each conflict on both sides, and drops conflicts with removed criteria. */
function symmetricConflicts(
  drafts: readonly DraftedCriterion[],
  reviewed: ReadonlyMap<string, FilterVerdict>,
  kept: ReadonlySet<CriterionId>,
  targetOf: (id: CriterionId) => CriterionId,
): ReadonlyMap<CriterionId, Conflict[]> {
  const conflicts = new Map<CriterionId, Conflict[]>([...kept].map((id) => [id, []]));
  const note = (id: CriterionId, other: Conflict['with'], reason: string): void => {
    const existing = conflicts.get(id);
    if (existing?.some((conflict) => conflict.with === other) === false) existing.push({ with: other, reason });
  };
  for (const draft of drafts)
    for (const { with: opponent, reason } of reviewed.get(draft.id)?.conflicts ?? []) {
      const id = targetOf(draft.id);
      const other = opponent === 'instruction' ? opponent : targetOf(opponent);
      if (other === id || !kept.has(id) || (other !== 'instruction' && !kept.has(other))) continue;
      note(id, other, reason);
      if (other !== 'instruction') note(other, id, reason);
    }
  return conflicts;
}
