/** What checklists, or items of them, do to a judge's agreement with people, counted. */
import { distribution } from './distribution.ts';
import type { Block } from './report.ts';
import { percent } from './words.ts';

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
