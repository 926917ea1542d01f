/** Flags of commands that print figures with intervals. */
import { whole } from './flag.ts';

export const bootstrapFlags = {
  resamples: whole(
    '--resamples <number>',
    'Resamples of the bootstrap; 0: no intervals; default: 1000, and none over more than 20,000 rows or tasks',
    [0, 100_000],
  ),
  seed: whole('--seed <number>', 'What the bootstrap draws by', [0, 2 ** 32 - 1], 42),
};
