/** A checklist as people write it: questions, or items with what they care to say. */
import { z } from 'zod';
import { CheckDecides, DecidingCheck, type Check } from '../../domain/check.ts';
import { InputError } from '../../domain/errors.ts';
import { ItemId } from '../../domain/ids.ts';
import { parseInOurWords, pathText } from '../../text/issue-words.ts';
import {
  Category,
  ChecklistItem,
  Importance,
  Levels,
  Weight,
  type Checklist,
  type Level,
} from '../../domain/checklist.ts';
import { MAX_CONTEXT_CHARS, MAX_INSTRUCTION_CHARS } from '../../domain/task.ts';
import { GivenCheck } from '../../domain/parse-check.ts';
import { newChecklist, newItem } from '../new-item.ts';

/** More items than this are no list that anybody judges by. */
export const MAX_ITEMS = 1_000;
/** Room for a sentence of 80 words, twice over. */
export const MAX_ITEM_CHARS = 1_000;

const Wording = z.string().trim().min(1).max(MAX_ITEM_CHARS);

/** An item as people write it; at least a text or a question. */
export interface GivenItem {
  readonly text?: string | undefined;
  readonly question?: string | undefined;
  /** −100 to 100. Below 0 the text states a fault; the question, if there is one, asks whether it is absent. */
  readonly weight?: number | undefined;
  readonly importance?: Importance | undefined;
  /** From the worst to the best; of texts alone the values are spread evenly. */
  readonly levels?: readonly (string | Level)[] | undefined;
  readonly categories?: readonly Category[] | undefined;
  readonly pinned?: boolean | undefined;
  /** Where this is not true of a response, the verdict is n/a. */
  readonly appliesWhen?: string | undefined;
  /** It names a fault; yes means that the fault is absent. */
  readonly fault?: true | undefined;
  /** In its written form (docs/checks.md), or typed. It states what the text states: below 0 the fault. */
  readonly check?: string | Check | undefined;
  /** What the check decides; `all` where nothing is said. */
  readonly decides?: 'all' | 'part' | undefined;
}

/** Descriptions alone, from the worst to the best, are worth 0 to 1 in even steps. */
export function spreadLevels(descriptions: readonly string[]): Level[] {
  const last = descriptions.length - 1;
  return descriptions.map((description, at) => ({ label: String(at + 1), description, value: at / last }));
}

export const GivenLevels = z.preprocess(
  (given) =>
    Array.isArray(given) && given.length > 1 && given.every((each) => typeof each === 'string')
      ? spreadLevels(given)
      : given,
  Levels,
);

/** @param levels and check: as they are read, or as they are sent on to be read elsewhere */
export function itemForm<Levels extends z.ZodType, Check extends z.ZodType>(levels: Levels, check: Check) {
  return z
    .strictObject({
      text: Wording.optional(),
      question: Wording.optional().describe('Yes is good: of a fault it asks whether it is absent'),
      weight: Weight.optional().describe('Points; below 0 the text states a fault'),
      importance: Importance.optional(),
      levels: levels
        .optional()
        .describe(
          'What a judge chooses from in place of yes or no, from the worst to the best; texts are spread evenly',
        ),
      categories: z.array(Category).optional(),
      pinned: z.boolean().optional(),
      appliesWhen: Wording.optional().describe('Where this is not true of a response, the verdict is n/a'),
      fault: z.literal(true).optional(),
      check: check.optional().describe('As docs/checks.md writes it: `words <= 50`'),
      decides: CheckDecides.optional().describe('`part`: a check that is met leaves the item to a judge'),
    })
    .refine(({ text, question }) => text !== undefined || question !== undefined, {
      message: 'An item needs a text or a question',
    })
    .refine(({ check, decides }) => check !== undefined || decides === undefined, {
      path: ['decides'],
      message: '“decides” says what a check decides; there is no “check”',
    });
}

const ofTextAlone = (value: unknown) => (typeof value === 'string' ? { text: value } : value);
const ItemSchema = z.preprocess(ofTextAlone, itemForm(GivenLevels, GivenCheck));

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
  items: z.array(ItemSchema).min(1).max(MAX_ITEMS),
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
  const read = items.map((item, index) => {
    if (typeof item !== 'string') return fitItem(ItemSchema, item, index);
    if (item.trim() === '') throw new InputError('An item of a checklist cannot be empty.');
    return { text: item };
  });
  return checklistFromGiven({ items: read });
}

/** Items whose texts have changed since they were read. @throws InputError that names the item which cannot be used */
export function itemsReadAgain(items: GivenChecklist['items']): GivenChecklist['items'] {
  return items.map((item, index) => fitItem(ItemSchema, item, index));
}

/** A checklist by its type may hold checks that exhaust whoever walks them. @throws InputError that names the item */
export function requireBoundedChecks({ items }: Checklist): void {
  for (const [index, { check }] of items.entries()) fitItem(WithCheck, { check }, index);
}

const WithCheck = z.object({ check: DecidingCheck.optional() });

function fitItem<Item>(schema: z.ZodType<Item>, item: unknown, index: number): Item {
  const parsed = parseInOurWords(schema, item);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new InputError(`Item ${index + 1} of the checklist: ${pathText(issue?.path ?? [])} ${issue?.message ?? ''}.`);
}
