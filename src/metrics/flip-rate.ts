/** How often a verdict changes with the order of the responses. */
import { share, type Share } from './accuracy.ts';
import { requireSome } from './mean.ts';

/**
 * @param verdicts of each pair in both orders, the second mapped back. A pair with null (unscored) is ignored
 * @throws InputError without verdicts
 */
export function flipRate<Label>(verdicts: readonly (readonly [Label | null, Label | null])[]): Share {
  requireSome(verdicts, 'verdicts');
  const both = verdicts.filter(([one, other]) => one !== null && other !== null);
  const flipped = both.filter(([one, other]) => one !== other).length;
  return share(flipped, both.length, verdicts.length - both.length);
}
