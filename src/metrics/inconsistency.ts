/** How much repeated judgements of the same response, or pair, disagree (checklist study, §5.1). */
import { counts } from '../domain/groups.ts';
import { populationDeviation } from './mean.ts';

/** So that .4 is .4 whatever the order of the sum. */
const DECIMALS = 10;

/** The number of votes that the response with most of them did not get: 3 of 7 : 3, 5 of 5 : 5. Null of none. */
export function voteInconsistency(votes: readonly string[]): number | null {
  return votes.length === 0 ? null : votes.length - Math.max(...counts(votes).values());
}

/** The population standard deviation: .4 of 3, 3, 3, 3, 4. Null of none. */
export function scoreInconsistency(scores: readonly number[]): number | null {
  const deviation = populationDeviation(scores);
  return deviation === null ? null : Number(deviation.toFixed(DECIMALS));
}
