/** The best of several candidates by one checklist (TICK, best-of-N). */
import { z } from 'zod';
import { JudgedResponse, WrittenAndJudged } from './judged-response.ts';

export const Candidate = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    judged: JudgedResponse,
    /**
     * What candidates are ranked by: the pass rate, in which an item without a verdict counts as not met where another
     * candidate has one. So nobody wins because a judge failed.
     */
    rankedBy: z.number().min(0).max(1),
  }),
  z.strictObject({
    status: z.literal('unscored'),
    name: z.string(),
    reason: z.string().min(1),
    judged: JudgedResponse.nullable(),
  }),
]);
export type Candidate = z.infer<typeof Candidate>;

export const Selection = WrittenAndJudged.extend({
  /** In the order given or drawn. */
  candidates: z.array(Candidate).min(1),
  /** The best, by their places in `candidates`: more than one where they tie, none where nothing was scored. */
  best: z.array(z.int().nonnegative()),
});
export type Selection = z.infer<typeof Selection>;
