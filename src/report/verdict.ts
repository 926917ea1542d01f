/** A verdict as people read it: its sign, and who decided it. */
import type { Answer, PassRate, Verdict } from '../domain/judgement.ts';
import { plural } from './words.ts';

export interface Sign {
  readonly text: 'yes' | 'no' | 'n/a' | 'unscored';
  readonly tone: 'good' | 'bad' | 'warn';
}

const SIGNS: Readonly<Record<Answer | 'unscored', Sign>> = {
  yes: { text: 'yes', tone: 'good' },
  no: { text: 'no', tone: 'bad' },
  'not-applicable': { text: 'n/a', tone: 'warn' },
  unscored: { text: 'unscored', tone: 'warn' },
};

export const NO_VERDICT: Verdict = { status: 'unscored', reason: 'It has no verdict.', votes: null };

export function signOf(verdict: Verdict = NO_VERDICT): Sign {
  return SIGNS[verdict.status === 'unscored' ? 'unscored' : verdict.answer];
}

/** Who decided and how sure: "checked by code", "2 of 3 votes", "P(yes) 0.97"; none where one model answer did. */
export function groundsOf(verdict: Verdict): string[] {
  const { votes } = verdict;
  const drawn = Object.values(votes ?? {}).reduce((sum, count) => sum + count, 0);
  if (verdict.status === 'unscored') return drawn > 1 ? [plural(drawn, 'vote')] : [];
  if (verdict.by === 'code') return ['checked by code'];
  const { answer, yesProbability, level } = verdict;
  const agreeing = votes?.[answer === 'not-applicable' ? 'notApplicable' : answer] ?? 0;
  return [
    ...(level === undefined ? [] : [`level ${level.label} (${level.value})`]),
    ...(drawn > 1 ? [`${agreeing} of ${plural(drawn, 'vote')}`] : []),
    ...(yesProbability === null ? [] : [`P(yes) ${yesProbability.toFixed(2)}`]),
  ];
}

/** "7 of 9 met; 1 not applicable, 2 unscored". */
export function countsOf({ yes, no, notApplicable, unscored }: PassRate): string {
  const others = [
    notApplicable > 0 ? `${notApplicable} not applicable` : '',
    unscored > 0 ? `${unscored} unscored` : '',
  ].filter(Boolean);
  return `${yes} of ${yes + no} met${others.length > 0 ? `; ${others.join(', ')}` : ''}`;
}
