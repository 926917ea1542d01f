/** Whether criteria tell a writer what to do: each unmet one is edited towards, alone, and judged again (EvalAgent). */
import { z } from 'zod';
import { ItemId } from './ids.ts';
import { JudgedResponse, WrittenAndJudged } from './judged-response.ts';

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
