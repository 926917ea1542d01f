/** Rates, answers and confidences in words. */
import type { Judgement, PassRate, Verdict } from '../../domain/judgement.ts';
import { overallRate } from '../../judge/pass-rate.ts';
import { plural } from '../words.ts';

/** "66.7 %", "–" where nothing was scored. Rounded, but 100 % means all and 0 % none. */
export function percent(rate: number | null): string {
  if (rate === null) return '–';
  const perMille = Math.round(rate * 1000);
  const shown = rate > 0 && rate < 1 ? Math.min(999, Math.max(1, perMille)) : perMille;
  return `${String(shown / 10)} %`;
}

export type Sign = 'yes' | 'no' | 'n/a' | 'unscored';

export function signOf(verdict: Verdict): Sign {
  if (verdict.status === 'unscored') return 'unscored';
  return verdict.answer === 'not-applicable' ? 'n/a' : verdict.answer;
}

/** "7 of 9 met; 1 not applicable, 2 unscored". */
export function countsOf({ yes, no, notApplicable, unscored }: PassRate): string {
  const others = [
    ...(notApplicable > 0 ? [`${notApplicable} not applicable`] : []),
    ...(unscored > 0 ? [`${unscored} unscored`] : []),
  ];
  return `${yes} of ${yes + no} met${others.length > 0 ? `; ${others.join(', ')}` : ''}`;
}

/** Who decided and how sure: "checked by code", "2 of 3 votes", "P(yes) 0.97"; none where one model answer did. */
export function groundsOf(verdict: Verdict): string[] {
  const { votes } = verdict;
  const drawn = votes === null ? 0 : votes.yes + votes.no + votes.notApplicable + votes.unscored;
  if (verdict.status === 'unscored') return drawn > 1 ? [plural(drawn, 'vote')] : [];
  if (verdict.by === 'code') return ['checked by code'];
  const { answer, yesProbability } = verdict;
  const own = votes?.[answer === 'not-applicable' ? 'notApplicable' : answer] ?? 0;
  return [
    ...(drawn > 1 ? [`${own} of ${plural(drawn, 'vote')}`] : []),
    ...(yesProbability === null ? [] : [`P(yes) ${yesProbability.toFixed(2)}`]),
  ];
}

/** Of several responses together (DRFR). */
export function overallLine(judgements: readonly Judgement[]): string {
  const rate = overallRate(judgements.map(({ passRate }) => passRate));
  return `${percent(rate)} of all items of ${plural(judgements.length, 'response')} (DRFR)`;
}

/** Worth a place only where weights differ. */
export function hasOwnWeights({ checklist }: Pick<Judgement, 'checklist'>): boolean {
  return new Set(checklist.items.map(({ weight }) => weight)).size > 1;
}
