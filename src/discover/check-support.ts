/** Step "checking": compares each criterion with its quotes; unsupported parts are cut, marked or removed. */
import type { Advice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { SupportItem, SupportVerdict } from '../domain/engine.ts';
import { withCondition } from '../llm/agent-kit/written-criterion.ts';
import { type Discovery, type DraftedCriterion, type DiscoveryState, runStep, type WordedPoint } from './discovery.ts';
import { passagesIn } from './passages.ts';

export interface CheckedPoint extends WordedPoint, Pick<DraftedCriterion, 'grounding' | 'disputes'> {}

export async function checkSupport(discovery: Discovery, state: DiscoveryState, worded: readonly WordedPoint[]) {
  const quotesOf = passagesIn(state);
  const { checkSupport: compareWithQuotes } = discovery.ports.engine;
  const itemOf = (candidate: WordedPoint): SupportItem[] => {
    const { point, text, question, appliesWhen, advice } = candidate;
    if (advice.length === 0) return [];
    return [{ id: point.id, text, question, appliesWhen, isDrafted: isDrafted(candidate), quotes: quotesOf(advice) }];
  };
  const items = compareWithQuotes === undefined ? [] : worded.flatMap(itemOf);
  const outcomes =
    compareWithQuotes === undefined
      ? null
      : await runStep(
          discovery,
          'checking',
          compareWithQuotes,
          items,
          (values) =>
            `${values.filter(({ kind }) => kind === 'full').length} of ${items.length} say what their quotes say`,
          { mayFailWhole: true },
        );
  const removals: Removal[] = [];
  const criteria = worded.flatMap((candidate): CheckedPoint[] => {
    if (candidate.advice.length === 0) return [{ ...candidate, grounding: null, disputes: [] }];
    const outcome = outcomes?.get(candidate.point.id);
    if (outcome?.status === 'done') return applyVerdict(candidate, outcome.value, removals);
    const reason = outcomes === null ? 'It is worded from its quotes by rule.' : (outcome?.reason ?? 'no outcome');
    return [{ ...candidate, grounding: { status: 'unchecked', reason }, disputes: [] }];
  });
  return { criteria, removals };
}

/** Assigns each piece of advice to the first criterion that it supports, or removes it. */
function applyVerdict(candidate: WordedPoint, verdict: SupportVerdict, removals: Removal[]): CheckedPoint[] {
  const grounding = { status: 'checked', verdict: verdict.kind, added: null, formerText: null } as const;
  const { disputes = [] } = verdict;
  if (verdict.kind === 'full') return [{ ...candidate, grounding, disputes }];
  const { added, said: supportedCriteria } = verdict;
  if (supportedCriteria === null) return [{ ...candidate, grounding: { ...grounding, added }, disputes }];
  // A model's own wording that says more than the pages do is the sharper one: it stands, beside what they say and what is added.
  const isAsDrafted = isDrafted(candidate) && supportedCriteria.length === 1;
  const unassigned = new Map<string, Advice>(candidate.advice.map((piece) => [piece.id, piece]));
  const supported = supportedCriteria.flatMap(({ text, question, appliesWhen, adviceIds }): CheckedPoint[] => {
    const advice = candidate.advice.filter(({ id }) => adviceIds.includes(id) && unassigned.delete(id));
    if (advice.length === 0) return [];
    const kept = {
      ...candidate,
      advice,
      disputes: disputes.filter((dispute) => advice.some(({ id }) => id === dispute.with)),
    };
    if (isAsDrafted)
      return [{ ...kept, grounding: { ...grounding, added, said: withCondition({ text, appliesWhen }) } }];
    const isSameText = text === candidate.text;
    // The same words under a condition that they lacked ask for less.
    if (isSameText && (appliesWhen === undefined || appliesWhen === candidate.appliesWhen))
      return [{ ...kept, grounding: { ...grounding, verdict: 'full' } }];
    const rewording = { text, question, appliesWhen, check: isSameText ? candidate.check : undefined };
    return [{ ...kept, ...rewording, grounding: { ...grounding, added, formerText: candidate.text } }];
  });
  const removedIds = [...unassigned.values()].map(({ id }) => id);
  const reason =
    supported.length > 0 ? 'Its quote does not say what the criterion asks for.' : `No quote says it: ${added}`;
  if (removedIds.length > 0) removals.push({ step: 'checking', text: candidate.text, adviceIds: removedIds, reason });
  // Without a supporting quote the criterion stays only if the model drafted it, too.
  if (supported.length === 0)
    return candidate.modelPoints.length > 0 ? [{ ...candidate, advice: [], grounding: null, disputes: [] }] : [];
  // Where the pages' halves take the place of a model's own wording, it stands beside them as it was drafted.
  if (isDrafted(candidate) && supported.every(({ text }) => text !== candidate.text))
    return [
      ...supported.map((criterion) => ({ ...criterion, modelPoints: [] })),
      { ...candidate, advice: [], grounding: null, disputes: [] },
    ];
  return supported.map((criterion, index) => (index === 0 ? criterion : { ...criterion, modelPoints: [] }));
}

function isDrafted({ text, modelPoints }: WordedPoint): boolean {
  return modelPoints.some((drafted) => drafted.text === text);
}
