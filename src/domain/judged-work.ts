/** What rests on judging: refinements, selections and actionability. */
import { z } from 'zod';
import { JudgedResponse, WrittenAndJudged } from './judgement.ts';
import { ItemId } from './ids.ts';

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
  /** No item is unmet, but some have no verdict. */
  z.strictObject({ why: z.literal('rest-unscored') }),
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

export const Candidate = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    judged: JudgedResponse,
    /** The rate if every item without a verdict were not met: ranks those that no comparison tells apart. */
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
  /** The best, by their places in `candidates`: more than one where they tie; none where nothing was scored, or each is below another. */
  best: z.array(z.int().nonnegative()),
});
export type Selection = z.infer<typeof Selection>;

/** The edit towards one unmet item, and what became of that item. */
export const Edit = z.strictObject({
  itemId: ItemId,
  /** Null where the edit failed. */
  judged: JudgedResponse.nullable(),
  outcome: z.discriminatedUnion('status', [
    z.strictObject({ status: z.literal('scored'), repaired: z.boolean() }),
    z.strictObject({ status: z.literal('unscored'), reason: z.string().min(1) }),
  ]),
  /** Items that were met before the edit and are not after it. */
  broken: z.array(ItemId),
});
export type Edit = z.infer<typeof Edit>;

export const ActionabilityFigures = z.strictObject({
  /** Items with a yes or a no before and, where it was no, a yes or a no after their edit: the rates are over them. */
  scored: z.int().nonnegative(),
  unmet: z.int().nonnegative(),
  repaired: z.int().nonnegative(),
  /** Left out: without a verdict before, or after their edit. */
  unscored: z.int().nonnegative(),
  /** Shares met, [0, 1]; null where nothing was scored. */
  before: z.number().min(0).max(1).nullable(),
  after: z.number().min(0).max(1).nullable(),
  delta: z.number().min(0).max(1).nullable(),
  /** repaired / unmet = (after − before) / (1 − before); null where nothing was unmet. */
  repairRate: z.number().min(0).max(1).nullable(),
  /** Over all edits: items that an edit towards another one broke. */
  broken: z.int().nonnegative(),
});
export type ActionabilityFigures = z.infer<typeof ActionabilityFigures>;

export const Actionability = WrittenAndJudged.extend({
  start: JudgedResponse,
  /** One for each unmet item, in the checklist's order. */
  edits: z.array(Edit),
  figures: ActionabilityFigures,
});
export type Actionability = z.infer<typeof Actionability>;
