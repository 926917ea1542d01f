/** Picks the best of several judged candidates; ties are kept (TICK, best-of-N). Pure. */
import type { JudgedResponse } from '../domain/judged-response.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Candidate, Selection } from '../domain/selection.ts';
import { cautiousRate, countedItems } from './cautious-rate.ts';

export interface JudgedCandidate {
  readonly name: string;
  readonly outcome: Outcome<JudgedResponse>;
}

export function selectBest(given: readonly JudgedCandidate[]): Pick<Selection, 'candidates' | 'best'> {
  const counted = new Set(
    given.flatMap(({ outcome }) => (outcome.status === 'done' ? countedItems(outcome.value) : [])),
  );
  const candidates = given.map(({ name, outcome }): Candidate => {
    if (outcome.status === 'unscored')
      return { status: 'unscored', name, reason: outcome.reason, judged: null };
    const rankedBy = cautiousRate(outcome.value, counted);
    return rankedBy === null
      ? { status: 'unscored', name, reason: 'No item could be scored.', judged: outcome.value }
      : { status: 'scored', judged: outcome.value, rankedBy };
  });
  const rates = candidates.map((candidate) => (candidate.status === 'scored' ? candidate.rankedBy : null));
  const highest = Math.max(...rates.filter((rate) => rate !== null));
  return { candidates, best: rates.flatMap((rate, index) => (rate === highest ? [index] : [])) };
}
