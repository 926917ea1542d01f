/** A checklist as people write it: questions, or items with what they care to say. */
import { z } from 'zod';
import { CheckDecides } from '../../domain/check.ts';
import { Category, type Checklist } from '../../domain/checklist.ts';
import { MAX_CONTEXT_CHARS, MAX_INSTRUCTION_CHARS } from '../../domain/task.ts';
import { GivenCheck } from '../../domain/parse-check.ts';
import { newChecklist } from '../new-item.ts';

/** More items than this are no list that anybody judges by. */
export const MAX_ITEMS = 1_000;
/** Room for a sentence of 80 words, twice over. */
export const MAX_ITEM_CHARS = 1_000;

const Wording = z.string().trim().min(1).max(MAX_ITEM_CHARS);

const GivenItem = z.preprocess(
  (given) => (typeof given === 'string' ? { text: given } : given),
  z
    .strictObject({
      text: Wording.optional(),
      question: Wording.optional(),
      weight: z.number().min(0).max(100).optional(),
      categories: z.array(Category).optional(),
      pinned: z.boolean().optional(),
      check: GivenCheck.optional(),
      /** `all` where nothing is said. */
      decides: CheckDecides.optional(),
    })
    .refine(({ text, question }) => text !== undefined || question !== undefined, {
      message: 'An item needs a text or a question',
    })
    .refine(({ check, decides }) => check !== undefined || decides === undefined, {
      path: ['decides'],
      message: '“decides” says what a check decides; there is no “check”',
    }),
);

export const GivenChecklist = z.strictObject({
  instruction: z.string().trim().min(1).max(MAX_INSTRUCTION_CHARS).optional(),
  context: z.string().max(MAX_CONTEXT_CHARS).optional(),
  items: z.array(GivenItem).min(1).max(MAX_ITEMS),
});
export type GivenChecklist = z.infer<typeof GivenChecklist>;

export function checklistFromGiven({ instruction, context, items }: GivenChecklist): Checklist {
  return newChecklist(
    instruction === undefined ? null : { instruction, context: context ?? null },
    items.map(({ check, decides = 'all', ...item }) => ({
      ...item,
      text: item.text ?? item.question ?? '',
      origin: 'user',
      check: check === undefined ? undefined : { rule: check, decides },
    })),
  );
}
