/** A system beside the best one, over what both have. */
import { pairedBootstrap, type BootstrapOptions, type PairedDifference } from '../metrics/bootstrap.ts';
import { clipped, mean } from '../metrics/mean.ts';
import { EQUAL_WITHIN } from '../metrics/rank-systems.ts';
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
    const rate = (side: readonly RatedResponse[]) =>
      mean(
        side.flatMap(
          (response) =>
            rateOf(
              response,
              response.items.filter((_, at) => isScored(at)),
            ) ?? [],
        ),
      );
    const [one, other] = [rate(own), rate(ofBest)];
    return one === null || other === null ? [] : [{ one, other }];
  });
  if (pairs.length === 0) return null;
  const margins = pairs.map(({ one, other }) => one - other);
  const count = (is: (margin: number) => boolean) => margins.filter(is).length;
  return {
    ...pairedBootstrap(
      pairs.map(({ one }) => one),
      pairs.map(({ other }) => other),
      meanScore,
      draw,
    ),
    instructions: pairs.length,
    wins: count((margin) => margin > EQUAL_WITHIN),
    ties: count((margin) => Math.abs(margin) <= EQUAL_WITHIN),
    losses: count((margin) => margin < -EQUAL_WITHIN),
  };
}

function meanScore(scores: readonly number[]): number | null {
  const score = mean(scores);
  return score === null ? null : clipped(score);
}
