/** A checklist as people write it: questions, or items with what they care to say. */
import { z } from 'zod';
import { CheckDecides } from '../../domain/check.ts';
import { InputError } from '../../domain/errors.ts';
import { ItemId } from '../../domain/ids.ts';
import { parseInOurWords, pathText } from '../../text/issue-words.ts';
import { ChecklistItem, statesItsFault, UNSTATED_FAULT, type Checklist } from '../../domain/checklist.ts';
import { GivenItemForm, GivenLevels, itemForm, ofTextAlone, type GivenItem } from '../../domain/given-item.ts';
import { MAX_CONTEXT_CHARS, MAX_INSTRUCTION_CHARS } from '../../domain/task.ts';
import { GivenCheck } from '../../domain/parse-check.ts';
import { askedOf, newChecklist, newItem } from '../new-item.ts';

/** More items than this are no list that anybody judges by. */
export const MAX_ITEMS = 1_000;

const OwnCheck = z.preprocess(
  (value) => (typeof value === 'object' && value !== null && 'rule' in value ? value : { rule: value }),
  z.strictObject({ rule: GivenCheck, decides: CheckDecides.exactOptional() }),
);
/** Items of our own form, whole or short, with wordings of any length; one without an id has the next free one. */
export const OwnItems = z
  .array(
    z.preprocess(
      ofTextAlone,
      itemForm(GivenLevels, OwnCheck).safeExtend(ChecklistItem.omit({ levels: true, check: true }).partial().shape),
    ),
  )
  .min(1)
  .transform((items) => {
    const taken = new Set<string | undefined>(items.map(({ id }) => id));
    let last = 0;
    const freeId = (index: number) => {
      do last = Math.max(last, index) + 1;
      while (taken.has(`i${last}`));
      return ItemId.parse(`i${last}`);
    };
    return items.map(({ id, origin = 'user', check, decides = 'all', ...item }, index) => {
      const { from = null, formerText = null, evidence = [], text = item.question ?? '' } = item;
      const made = newItem(index + 1, { ...item, text, origin, check: check && { decides, ...check } });
      return { ...made, id: id ?? freeId(index), from, formerText, evidence };
    });
  });

export const GivenChecklist = z.strictObject({
  instruction: z.string().trim().min(1).max(MAX_INSTRUCTION_CHARS).optional(),
  context: z.string().max(MAX_CONTEXT_CHARS).optional(),
  items: z.array(GivenItemForm).min(1).max(MAX_ITEMS),
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

/** A checklist of questions, or of items with their checks. @throws InputError that names the item which cannot be used */
export function checklistOfItems(items: readonly (string | GivenItem)[]): Checklist {
  return checklistFromGiven({ items: items.map((item, index) => fitItem(GivenItemForm, item, index)) });
}

/** Items whose texts have changed since they were read. @throws InputError that names the item which cannot be used */
export function itemsReadAgain(items: GivenChecklist['items']): GivenChecklist['items'] {
  return items.map((item, index) => fitItem(GivenItemForm, item, index));
}

/**
 * A checklist by its type may hold checks that exhaust whoever walks them, faults that no text states, and questions that
 * were made before the sign of their points was changed.
 * @throws InputError that names the item
 */
export function usableChecklist(checklist: Checklist): Checklist {
  const items = checklist.items.map((item, index) => {
    fitItem(Usable, item, index);
    const { fault: _, ...rest } = item;
    const { question, fault } = askedOf(item);
    return question === item.question ? item : { ...rest, question, ...(fault === undefined ? {} : { fault }) };
  });
  return { ...checklist, items };
}

const Usable = z
  .object(ChecklistItem.pick({ text: true, question: true, weight: true, check: true }).shape)
  .refine(statesItsFault, { path: ['text'], message: UNSTATED_FAULT });

function fitItem<Item>(schema: z.ZodType<Item>, item: unknown, index: number): Item {
  const parsed = parseInOurWords(schema, item);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(`Item ${index + 1} of the checklist: ${pathText(issue?.path ?? [])} ${issue?.message ?? ''}.`);
}
