/** Where judges differ on the same rows, with how likely that is by chance. */
import type { JudgeDifference } from '../measure/judge-differences.ts';
import { decimals, figureText } from './figure.ts';
import { main, paint, right, table, type Block } from './report.ts';
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
  return table(
    [
      main('Between'),
      'Of',
      right('Difference'),
      right('Pairs'),
      right('p'),
      ...(hasTest ? [right('McNemar, exact'), right('corrected')] : []),
      '',
    ],
    differences.map(({ first, second, measure, difference, interval, isSignificant, pairs, p, mcNemar }) => [
      `${first} – ${second}`,
      MEASURES[measure],
      figureText({ value: difference, interval }),
      amount(pairs),
      decimals(p),
      ...(hasTest ? [decimals(mcNemar?.exact ?? null), decimals(mcNemar?.corrected ?? null)] : []),
      isSignificant ? paint.strong('not by chance') : '',
    ]),
  );
}
