/** Many comparisons: the figures over all pairs, and the winner of each. */
import type { Comparison } from '../domain/comparison.ts';
import { pairNames, type PairNames } from '../judge/pair-names.ts';
import { summarizeComparisons, type ComparisonSummary } from '../judge/summarize-comparisons.ts';
import { shorten } from '../text/printable.ts';
import { left, lines, main, paint, say, table, type Block, type Inline } from './report.ts';
import { decimals } from './figure.ts';
import { panelBlocks, savedText } from './scores.ts';
import { percent } from './words.ts';

const MAX_REASON_CHARS = 120;

export function comparisonSummary(comparisons: readonly Comparison[]): readonly Block[] {
  return [...summaryBlocks(summarizeComparisons(comparisons), sidesOf(comparisons)), pairTable(comparisons)];
}

function pairTable(comparisons: readonly Comparison[]): Block {
  const isLabelled = comparisons.some(({ label }) => label !== null);
  return table(comparisons, [
    main('Pair', ({ name }) => name),
    left('Better', ({ result, ...pair }) =>
      result.status === 'unscored' ? paint.warn('unscored') : paint.strong(pairNames(pair)[result.winner]),
    ),
    isLabelled && left('Label', ({ label, ...pair }) => (label === null ? '–' : pairNames(pair)[label])),
    left('Note', ({ result }) => {
      if (result.status === 'unscored') return shorten(result.reason, MAX_REASON_CHARS);
      return paint.warn(result.flipped === true ? 'the orders disagree' : '');
    }),
  ]);
}

/** The common part of each side's names, without that of the pair: the folders `old` and `new`, or the fields a and b. */
function sidesOf(comparisons: readonly Comparison[]): PairNames {
  const sideOf = (side: 'a' | 'b', otherwise: string) => {
    const names = comparisons.map((comparison) => comparison[side].name.replace(comparison.name, ''));
    const [name = '', ...others] = new Set(names);
    return others.length > 0 ? otherwise : name.replace(/\/$/u, '').trim() || otherwise;
  };
  return pairNames({ a: { name: sideOf('a', 'the first') }, b: { name: sideOf('b', 'the second') } });
}

function summaryBlocks(summary: ComparisonSummary, sides: PairNames): readonly Block[] {
  const { pairs, a, b, ties, unscored, signTest, flips, unchanged, selective, agreement, panel } = summary;
  const figures = lines(
    `${sides.a} is better in ${a}, ${sides.b} in ${b}, ties ${ties}, unscored ${unscored}, of ${pairs} pairs (sign test p ${signTest.toFixed(3)})`,
    flips === null
      ? null
      : say`flip rate ${paint.strong(percent(flips.value))} (in ${flips.hits} of ${flips.scored} pairs the two orders disagree, which makes a tie)`,
    unchanged === null
      ? null
      : say`unchanged when asked again ${paint.strong(percent(unchanged.value))} (${unchanged.hits} of ${unchanged.scored} decisions)`,
    selective === null ? null : savedText(selective),
    agreement === null ? null : agreementText(agreement),
  );
  return [figures, ...(panel === null ? [] : panelBlocks(panel))];
}

function agreementText(agreement: NonNullable<ComparisonSummary['agreement']>): Inline {
  const { accuracy, accuracyError, kappa, afterDoubt, distance } = agreement;
  const missing = accuracy.missing > 0 ? `; ${accuracy.missing} unscored left out` : '';
  const shares = (distance.shares ?? [null, null, null]).map((share) => decimals(share)).join(' / ');
  const error = accuracyError === null ? '' : `; standard error ${decimals(accuracyError)}`;
  const counts = `${accuracy.hits} of ${accuracy.scored}${missing}${error}`;
  const again = afterDoubt === null ? '' : `, when asked again ${percent(afterDoubt.value)}`;
  return say`agreement with labels: accuracy ${paint.strong(percent(accuracy.value))} (${counts})${again}, kappa ${decimals(kappa.value)}, PLD 0 / 1 / 2 ${shares}, WPLD ${decimals(distance.weighted)}`;
}
