/** How many were left after each step, as bars; and why the others were not. */
import type { CriteriaSetContent, Funnel } from '../domain/criteria-set.ts';
import { grid, type Layout } from './grid.ts';
import { bar } from './relevance.ts';

/** With the other columns, within the least width. */
const BAR_COLUMNS = 28;

/** Documents and statements are counted apart: a page gives many pieces of advice. */
export function renderFunnel(funnel: Funnel, { colors }: Pick<Layout, 'colors'>): string {
  const groups = [
    { of: 'documents', steps: ['found', 'read', 'kept'] as const },
    { of: 'statements', steps: ['advice', 'points', 'criteria'] as const },
  ];
  const rows = groups.flatMap(({ of, steps }) => {
    const most = Math.max(...steps.map((step) => funnel[step]));
    return steps.map((step) => [
      step,
      String(funnel[step]),
      colors.green(bar(most === 0 ? 0 : funnel[step] / most, BAR_COLUMNS)),
      step === steps[0] ? colors.gray(of) : '',
    ]);
  });
  const columns = [
    { width: 8 },
    { width: 5, align: 'right' as const },
    { width: BAR_COLUMNS },
    { width: 10 },
  ];
  return grid(columns, rows, 2);
}

/** "5 not-relevant, 2 duplicate": most frequent first. */
export function countDecisions({ sources }: Pick<CriteriaSetContent, 'sources'>): string {
  const counts = new Map<string, number>();
  for (const { decision } of sources)
    if (decision !== 'kept') counts.set(decision, (counts.get(decision) ?? 0) + 1);
  return [...counts]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([decision, count]) => `${count} ${decision}`)
    .join(', ');
}
