/** Scores criteria by what a judge of this kind of text needs. The instruction's topic never counts. */
import type { DraftCriterion, RelevanceVerdict, Step } from '../../domain/engine.ts';
import { done } from '../../domain/outcome.ts';
import { wordCount } from '../../text/words.ts';
import { concretenessOf } from './concreteness.ts';
import { repetitionOf } from './repetition.ts';
import { signatureOf } from './same-advice.ts';
import { findTextKind } from './task-kind.ts';
import { sourcesByNotion, specificityOf } from './specificity.ts';

interface Scored {
  readonly item: DraftCriterion;
  readonly text: string;
  readonly signature: ReturnType<typeof signatureOf>;
  readonly base: number;
  readonly reason: string;
}

/** What is left of the score of a pure repetition, and what each further demand on the same thing costs. */
const REPEATED_SHARE = 0.25;
const FURTHER_REPETITION = 0.3;
/** From this on, the reason names the repetition. */
const NOTABLE = 0.5;

export const scoreRelevance: Step<DraftCriterion, RelevanceVerdict> = (_run, task, items) => {
  const kind = findTextKind(task.instruction);
  const named = new Set(kind === undefined ? [] : [kind.head, ...kind.modifiers]);
  const signed = items.map((item) => ({ item, text: item.text, signature: signatureOf(item.text, named) }));
  const known = sourcesByNotion(signed);
  const pending = signed
    .map((entry): Scored => ({ ...entry, ...scoreAlone(entry.item, specificityOf(entry, known)) }))
    .sort((a, b) => b.base - a.base || (a.text < b.text ? -1 : a.text > b.text ? 1 : 0));
  const repetitions = pending.map(() => [] as number[]);
  const verdicts = new Map<DraftCriterion['id'], ReturnType<typeof done<RelevanceVerdict>>>();
  // Best first, each against those already placed (Carbonell and Goldstein, maximal marginal relevance, 1998).
  const open = new Set(pending.keys());
  while (open.size > 0) {
    let best: { readonly index: number; readonly score: number } | undefined;
    for (const index of open) {
      const entry = pending[index];
      if (entry === undefined) continue;
      const score = entry.base * (1 - (1 - REPEATED_SHARE) * totalOf(repetitions[index] ?? []));
      if (best === undefined || score > best.score) best = { index, score };
    }
    const placed = best === undefined ? undefined : pending[best.index];
    if (best === undefined || placed === undefined) break;
    open.delete(best.index);
    const score = Math.min(10, Math.max(0, Math.round(best.score * 100) / 100));
    const repeats = totalOf(repetitions[best.index] ?? []) >= NOTABLE;
    verdicts.set(
      placed.item.id,
      done({
        score,
        reason: repeats ? 'It repeats, in part, a criterion that ranks higher.' : placed.reason,
      }),
    );
    for (const index of open) {
      const other = pending[index];
      if (other !== undefined) repetitions[index]?.push(repetitionOf(placed, other));
    }
  }
  return Promise.resolve(verdicts);
};

/** 0–1: the greatest repetition, and part of all the others. */
function totalOf(repetitions: readonly number[]): number {
  const greatest = Math.max(0, ...repetitions);
  const rest = repetitions.reduce((sum, one) => sum + one, 0) - greatest;
  return Math.min(1, greatest + FURTHER_REPETITION * rest);
}

function scoreAlone(
  item: DraftCriterion,
  specificity: number,
): { readonly base: number; readonly reason: string } {
  const concreteness = concretenessOf(item.text);
  const support = Math.min(1, (item.support.sites - 1) * 0.5 + (item.support.sources - 1) * 0.5);
  const fromSource = item.sourceRelevance >= 2 ? 3 : item.sourceRelevance === 1 ? 0.5 : 0;
  const expertise = (Math.min(5, Math.max(1, item.sourceExpertise)) - 3) * 0.25;
  const length = wordCount(item.text);
  const size = length < 8 ? -0.8 : length > 24 ? -0.6 : 0;
  const base =
    fromSource +
    expertise +
    2 * support +
    specificity +
    3.5 * concreteness.score +
    size +
    1 -
    (item.explicit ? 5 : 0);
  const reasons = [
    item.sourceRelevance >= 2 ? 'specific guidance for this kind of text' : 'general writing advice',
    ...(item.support.sources > 1 ? [`agreed by ${item.support.sources} sources`] : []),
    concreteness.reason,
    ...(item.explicit ? ['already stated in the instruction'] : []),
  ];
  const sentence = reasons.join(', ');
  return { base, reason: `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.` };
}
