/** How values are distributed, as a plot: the share of values by bin, a line for each series. */
import { histogram } from '../metrics/histogram.ts';
import { plotted, type Block } from './report.ts';
import { percent, plural } from './words.ts';

export function distribution(
  { title, xTitle, width }: { readonly title: string; readonly xTitle: string; readonly width: number },
  series: readonly { readonly name: string; readonly values: readonly number[] }[],
): Block {
  return plotted({
    title,
    xTitle,
    yTitle: 'share',
    series: series.map(({ name, values }) => ({
      name: `${name} (${values.length})`,
      isLine: true,
      points: histogram(values, width).map(({ at, count }) => ({
        x: at,
        y: count / values.length,
        name: `${name}, ${at}: ${plural(count, 'value')}`,
      })),
    })),
  });
}

/** Widths of bins, in the units of pairs (1 to 2) and of scores (1 to 5). */
export const DELTA_BINS = { pairwise: 0.1, direct: 0.5 } as const;

export function listDistribution(kind: keyof typeof DELTA_BINS, series: Parameters<typeof distribution>[1]): Block {
  const title = 'How much nearer to people each list brings the judge';
  return distribution({ title, xTitle: 'Δ with the list', width: DELTA_BINS[kind] }, series);
}

/** "12 (48 %)": how many of all. */
export function countOf(count: number, all: number): string {
  return all === 0 ? '–' : `${count} (${percent(count / all)})`;
}
