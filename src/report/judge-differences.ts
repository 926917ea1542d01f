/** Where judges differ on the same rows, with how likely that is by chance. */
import type { JudgeDifference } from '../measure/judge-differences.ts';
import { betweenText, decimals, differenceText, significanceText } from './figure.ts';
import { left, main, right, table, type Block } from './report.ts';
import { amount } from './words.ts';

const MEASURES: Readonly<Record<JudgeDifference['measure'], string>> = {
  accuracy: 'Accuracy',
  alphaOrdinal: 'Alpha, ordinal',
  pearson: 'Pearson’s r',
  spearman: 'Spearman’s rho',
  kendall: 'Kendall’s tau-b',
};

/** `p`: of the permutation test; McNemar's are the exact one and the one by χ² with continuity correction. */
export function differenceTable(differences: readonly JudgeDifference[]): Block {
  const hasTest = differences.some(({ mcNemar }) => mcNemar !== null);
  return table(differences, [
    main('Between', betweenText),
    left('Of', ({ measure }) => MEASURES[measure]),
    right('Difference', differenceText),
    right('Pairs', ({ pairs }) => amount(pairs)),
    right('p', ({ p }) => decimals(p)),
    ...(hasTest
      ? [
          right<JudgeDifference>('McNemar, exact', ({ mcNemar }) => decimals(mcNemar?.exact ?? null)),
          right<JudgeDifference>('corrected', ({ mcNemar }) => decimals(mcNemar?.corrected ?? null)),
        ]
      : []),
    left('', significanceText),
  ]);
}
