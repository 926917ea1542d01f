/** What a person says of the verdicts on one response, beside the judge. */
import { z } from 'zod';
import { ItemId } from './ids.ts';
import { Answer, type Verdict } from './judgement.ts';

export const MAX_REMARK_CHARS = 2_000;

export const Label = z.strictObject({
  itemId: ItemId,
  answer: Answer,
  /** Empty: none. */
  remark: z.string().max(MAX_REMARK_CHARS),
  /** True where the person had not seen the judge's verdict. */
  isBlind: z.boolean(),
});
export type Label = z.infer<typeof Label>;

export const Labels = z.strictObject({
  /** The id of the judgement. */
  judgement: z.string().min(1),
  /** The person's name. */
  by: z.string().trim().min(1).max(80),
  /** One for each item at most, in the order in which they were given. */
  labels: z.array(Label),
});
export type Labels = z.infer<typeof Labels>;

/** Null: the person has none for the item. */
export function labelOf(all: readonly Labels[], by: string, itemId: string): Label | null {
  return all.find((each) => each.by === by)?.labels.find((label) => label.itemId === itemId) ?? null;
}

/** Null where there is no verdict. */
export function answerOf(verdict: Verdict | undefined): Label['answer'] | null {
  return verdict?.status === 'scored' ? verdict.answer : null;
}
