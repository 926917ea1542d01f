/** Which round of a refinement to keep: the best one, not the last (quality plateaus or falls, as STICK reports). Pure. */
import type { Round } from '../domain/refinement.ts';
import { cautiousRate, countedItems } from './cautious-rate.ts';

/**
 * A later round is kept only where its rate is higher than that of all earlier ones; items that any round
 * has a verdict on and this one has none count as not met (`cautiousRate`), and a round without any rate is never better.
 * @returns its place in `rounds`, 0 being the start: the kept rate is never below the start's
 */
export function bestRound(rounds: readonly Pick<Round, 'judged'>[]): number {
  const [start] = rounds;
  const counted = new Set(rounds.flatMap(({ judged }) => countedItems(judged)));
  let best = 0;
  let bestRate = start?.judged.passRate.rate ?? null;
  for (const [index, { judged }] of rounds.entries()) {
    const rate = cautiousRate(judged, counted);
    if (bestRate === null || rate === null || rate <= bestRate) continue;
    best = index;
    bestRate = rate;
  }
  return best;
}
