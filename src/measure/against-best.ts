/** A system beside the best one, over what both have. */
import { pairedBootstrap, type BootstrapOptions, type PairedDifference } from '../metrics/bootstrap.ts';
import { isAbove } from '../metrics/is-above.ts';
import { clipped, mean } from '../metrics/mean.ts';
import { rateOf, type Case, type RatedResponse } from './rated-response.ts';

/** Over the instructions that both have responses to, by the items that have a verdict in all of them. */
interface AgainstBest extends PairedDifference {
  readonly instructions: number;
  readonly wins: number;
  readonly ties: number;
  readonly losses: number;
}

/** An answer that was lost is no advantage: what one side has no verdict on counts for neither. */
export function againstBest(
  cases: readonly Case[],
  best: string,
  system: string,
  draw: BootstrapOptions,
): AgainstBest | null {
  const pairs = cases.flatMap((each) => {
    const [own = [], ofBest = []] = [each.get(system), each.get(best)];
    const all = [...own, ...ofBest];
    const isScored = (at: number) => all.every(({ items }) => items[at] !== undefined && items[at].answer !== null);
    const scoredIn = ({ items }: RatedResponse) => items.filter((_, at) => isScored(at));
    const rate = (side: readonly RatedResponse[]) =>
      mean(side.flatMap((response) => rateOf(response, scoredIn(response)) ?? []));
    const [one, other] = [rate(own), rate(ofBest)];
    return one === null || other === null ? [] : [{ one, other }];
  });
  if (pairs.length === 0) return null;
  const wins = pairs.filter(({ one, other }) => isAbove(one, other)).length;
  const losses = pairs.filter(({ one, other }) => isAbove(other, one)).length;
  const [own, ofBest] = [pairs.map(({ one }) => one), pairs.map(({ other }) => other)];
  return {
    ...pairedBootstrap(own, ofBest, meanScore, draw),
    instructions: pairs.length,
    wins,
    ties: pairs.length - wins - losses,
    losses,
  };
}

function meanScore(scores: readonly number[]): number | null {
  const score = mean(scores);
  return score === null ? null : clipped(score);
}
