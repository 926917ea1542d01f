/** The verdict on a file of sets: what is damaged, and the rules of each set that does not hold. */
import type { CacheVerification } from '../precompute/cache-file/verify-cache.ts';
import { printableLine } from '../text/printable.ts';
import { paragraph, type Layout } from './grid.ts';
import { renderVerification } from './verification.ts';
import { plural } from './words.ts';

export function renderCacheVerification({ pages, sets, damaged }: CacheVerification, layout: Layout): string {
  const { colors, width } = layout;
  const doubtful = sets.filter(({ verification }) => verification.status !== 'passed');
  return [
    ...damaged.map(({ line, problem }) =>
      paragraph(`${colors.red('FAIL')}  line ${line}: ${printableLine(problem)}`, width),
    ),
    ...doubtful.map(({ id, verification }) => `${id}\n${renderVerification(verification, layout)}\n`),
    `${plural(sets.length - doubtful.length, 'set')} of ${sets.length} with ${plural(pages, 'page')}: every rule holds\n`,
  ].join('');
}
