/** How often a verdict changes with the order in which responses are shown. */
import { share, type Share } from './accuracy.ts';
import { requireSome } from './mean.ts';

/**
 * @param verdicts of each pair in both orders, the second mapped back; null: unscored, which leaves the pair out
 * @throws InputError where there are none
 */
export function flipRate<Label>(verdicts: readonly (readonly [Label | null, Label | null])[]): Share {
  requireSome(verdicts, 'verdicts');
  const both = verdicts.filter(([one, other]) => one !== null && other !== null);
  const flipped = both.filter(([one, other]) => one !== other).length;
  return share(flipped, both.length, verdicts.length - both.length);
}
