/** Kappa coefficients of agreement, and the majority label. */
import { type Agreement, type CompletePair, completePairs, type Pair } from './accuracy.ts';
import { counts } from '../domain/groups.ts';
import { mean, requireSome } from './mean.ts';

/** Cohen's kappa (Cohen 1960), nominal and unweighted. @throws InputError without pairs */
export function cohenKappa<Label>(pairs: readonly Pair<Label>[]): Agreement {
  requireSome(pairs, 'pairs');
  const complete = completePairs(pairs);
  const scored = complete.length;
  const missing = pairs.length - scored;
  const agreeing = complete.filter(({ predicted, gold }) => predicted === gold).length;
  const predicted = counts(complete.map((pair) => pair.predicted));
  const gold = counts(complete.map((pair) => pair.gold));
  let chance = 0;
  for (const [label, count] of predicted) chance += (count / scored) * ((gold.get(label) ?? 0) / scored);
  if (scored === 0 || chance === 1) return { value: null, scored, missing };
  return { value: (agreeing / scored - chance) / (1 - chance), scored, missing };
}

/**
 * Fleiss' kappa (Fleiss 1971). Requires the same number of ratings per item: items with fewer ratings count as missing. For
 * ratings with gaps use Krippendorff's alpha.
 * @param items ratings per item; null: missing
 * @throws InputError without items
 */
export function fleissKappa(items: readonly (readonly (string | null)[])[]): Agreement {
  requireSome(items, 'items');
  const present = items.map((ratings) => ratings.filter((rating) => rating !== null));
  const raters = present.reduce((most, ratings) => Math.max(most, ratings.length), 0);
  const full = present.filter((ratings) => ratings.length === raters);
  const missing = items.length - full.length;
  if (raters < 2) return { value: null, scored: 0, missing: items.length };
  let observed = 0;
  for (const ratings of full) {
    for (const count of counts(ratings).values()) observed += (count * (count - 1)) / (raters * (raters - 1));
  }
  observed /= full.length;
  let chance = 0;
  for (const count of counts(full.flat()).values()) chance += (count / (full.length * raters)) ** 2;
  return { value: chance === 1 ? null : (observed - chance) / (1 - chance), scored: full.length, missing };
}

/**
 * Cohen's kappa with quadratic weights (Cohen 1968): 1 − observed / expected mean squared difference, the latter being
 * Var(x) + Var(y) + (mean x − mean y)². Null if undefined: no ratings, or only one value.
 * @param pairs numbers on one scale, such as 1–5
 * @throws InputError without pairs
 */
export function quadraticKappa(pairs: readonly Pair<number>[]): Agreement {
  requireSome(pairs, 'pairs');
  const complete = completePairs(pairs);
  const missing = pairs.length - complete.length;
  const [first] = complete;
  const isOneValue = complete.every(({ predicted, gold }) => predicted === first?.gold && gold === first.gold);
  if (isOneValue) return { value: null, scored: complete.length, missing };
  const average = (of: (pair: CompletePair<number>) => number) => mean(complete.map(of)) ?? 0;
  const [meanX, meanY] = [average(({ predicted }) => predicted), average(({ gold }) => gold)];
  const expected =
    average(({ predicted }) => (predicted - meanX) ** 2) +
    average(({ gold }) => (gold - meanY) ** 2) +
    (meanX - meanY) ** 2;
  const observed = average(({ predicted, gold }) => (predicted - gold) ** 2);
  return { value: 1 - observed / expected, scored: complete.length, missing };
}

/** The most frequent label; null without ratings or for a tie. */
export function majority<Label>(ratings: readonly (Label | null)[]): Label | null {
  const [first, second] = [...counts(ratings.filter((rating) => rating !== null))].sort((a, b) => b[1] - a[1]);
  if (first === undefined || first[1] === second?.[1]) return null;
  return first[0];
}
