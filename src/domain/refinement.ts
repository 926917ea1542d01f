/** How a response was refined round by round, and which round is kept (STICK). */
import { z } from 'zod';
import { JudgedResponse, WrittenAndJudged } from './judged-response.ts';

export const RefineMethod = z.enum([
  /** By the checklist's verdicts. */
  'checklist',
  /** The baseline: a free critique, then a rewrite. */
  'self-critique',
]);
export type RefineMethod = z.infer<typeof RefineMethod>;

export const Round = z.strictObject({
  judged: JudgedResponse,
  /** The refiner's plan, or the critique; null at the start. */
  plan: z.string().nullable(),
});
export type Round = z.infer<typeof Round>;

export const Stop = z.discriminatedUnion('why', [
  z.strictObject({ why: z.literal('nothing-to-mend') }),
  /** Nothing of the last round could be judged, so nobody knows what to mend. */
  z.strictObject({ why: z.literal('nothing-scored') }),
  z.strictObject({ why: z.literal('rounds-done') }),
  /** The refiner gave no new response. */
  z.strictObject({ why: z.literal('no-revision'), reason: z.string().min(1) }),
]);
export type Stop = z.infer<typeof Stop>;

export const Refinement = WrittenAndJudged.extend({
  method: RefineMethod,
  /** The start, then one for each new response. */
  rounds: z.array(Round).min(1),
  /** The best round, by its place in `rounds`: 0 is the start. */
  kept: z.int().nonnegative(),
  stop: Stop,
});
export type Refinement = z.infer<typeof Refinement>;
