/** Rows that cannot be used, named once: before the work, and not again among what failed. */
import type { InputError } from '../../domain/errors.ts';
import type { DiscoveredRows } from '../../jobs/rows/precompute.ts';
import { plural } from '../../report/words.ts';
import type { Progress } from './progress.ts';

/**
 * @param problems name their rows; those of one row may be the same
 * @returns what keeps of a run's failures those that another run may mend
 */
export function reportBadRows(progress: Progress, problems: readonly InputError[]) {
  const named = new Set(problems.map(({ message }) => message));
  for (const message of named) progress.warn(message);
  if (named.size > 0)
    progress.note(`${plural(named.size, 'row')} cannot be used until corrected. ${problems[0]?.advice ?? ''}`.trim());
  return (failures: DiscoveredRows['failures']) => failures.filter(([reason]) => !named.has(reason));
}
