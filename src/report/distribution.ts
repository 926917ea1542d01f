/** How values are distributed, as a plot: the share of values by bin, a line for each series. */
import { histogram } from '../metrics/histogram.ts';
import { plotted, type Block } from './report.ts';
import { plural } from './words.ts';

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
