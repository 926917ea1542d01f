/** A checklist: yes/no questions that one response is judged by. From a criteria set, an instruction, a file or a person. */
import { z } from 'zod';
import { DecidingCheck } from './check.ts';
import { Evidence, Origin } from './criterion.ts';
import { enumOf } from './enum-of.ts';
import { CriteriaSetId, CriterionId, ItemId } from './ids.ts';
import type { JsonObject, RecordForm } from './record-version.ts';
import { Task } from './task.ts';

/** What an item asks a response to be good at (TICK, appendix on categories), as who wrote it says; it may be several or none. */
export const Category = enumOf(`
  length, tone, formatting-general, formatting-json, formatting-tabular, keyword-inclusion, topic-inclusion,
  keyword-exclusion, topic-exclusion, extraction, concision, knowledge-retrieval, subjective-qa, classification, data-manipulation,
  document-generation`);
export type Category = z.infer<typeof Category>;

/** `user`: a person wrote or reworded it. */
const ItemOrigin = z.enum([...Origin.options, 'user']);

/** How much an item matters, by the names of Rubrics as Rewards; a pitfall is a fault to avoid. */
export const Importance = z.enum(['essential', 'important', 'optional', 'pitfall']);
export type Importance = z.infer<typeof Importance>;

/** One of several ordered options of an item. */
export const Level = z.strictObject({
  label: z.string().min(1),
  description: z.string().min(1),
  /** The share of the item's points that it earns. */
  value: z.number().min(0).max(1),
});
export type Level = z.infer<typeof Level>;

/** From the worst to the best. */
export const Levels = z
  .array(Level)
  .min(2)
  .max(20)
  .refine((levels) => levels.every(({ value }, at) => at === 0 || value > (levels[at - 1]?.value ?? 0)), {
    message: 'The values of levels must rise from the first to the last',
  });

export const MAX_WEIGHT = 100;
/** Points of an item. */
export const Weight = z.number().min(-MAX_WEIGHT).max(MAX_WEIGHT);

export const ChecklistItem = z.strictObject({
  id: ItemId,
  /** "The response should …". */
  text: z.string().min(1),
  /** Yes means that it is met. */
  question: z.string().min(1),
  /**
   * Points, −100 to 100; the size is its share in the weighted pass rate, and 0 leaves it out of that rate alone. Below 0
   * the text states a fault, which costs points where it is there; the question asks, as always, for what is good: whether
   * the fault is absent.
   */
  weight: Weight,
  importance: Importance.exactOptional(),
  /** What a judge chooses from in place of yes or no. Absent: yes or no. */
  levels: Levels.exactOptional(),
  categories: z.array(Category),
  origin: ItemOrigin,
  /** Stays whatever `--top` says. */
  pinned: z.boolean(),
  /** What must be true of a response for the item to apply; where it is not, the verdict is n/a. Absent: it always applies. */
  appliesWhen: z.string().min(1).optional(),
  /** Present where the item names a fault; yes means that the fault is absent. */
  fault: z.literal(true).exactOptional(),
  from: z.strictObject({ set: CriteriaSetId, criterion: CriterionId }).nullable(),
  formerText: z.string().nullable(),
  evidence: z.array(Evidence),
  /** Remarks on other texts that it was generalized from, in their words. Absent: none. */
  observations: z.array(z.string().min(1)).min(1).exactOptional(),
  /** How code decides it, or refuses it; without one, only a plain wording is recognised. */
  check: DecidingCheck.optional(),
});
export type ChecklistItem = z.infer<typeof ChecklistItem>;

export type Worded = { readonly [Name in 'text' | 'question' | 'weight']?: ChecklistItem[Name] | undefined };

/**
 * Below 0 the text states the fault, and the question asks for its absence: no wording is both. Asked of what is given
 * alone: records of before have questions with points below 0, which mean what is good.
 */
export const statesItsFault = ({ text, question, weight = 0 }: Worded): boolean =>
  weight >= 0 || (text !== undefined && text !== question);
export const UNSTATED_FAULT = 'must state the fault that costs (“It uses emoji.”), since its points are below 0';

const LeftOut = z.strictObject({ text: z.string().min(1), reason: z.string().min(1) });

/** Optional additions need no new version; whatever else changes takes one, and a step here that leads to it. */
export const CHECKLIST_FORM: RecordForm = { name: 'checklist', field: 'checklistVersion', steps: [withoutPresumes] };
export const CHECKLIST_VERSION = CHECKLIST_FORM.steps.length + 1;

export const Checklist = z.strictObject({
  checklistVersion: z.literal(CHECKLIST_VERSION),
  task: Task.nullable(),
  items: z.array(ChecklistItem).min(1),
  /** Dropped by a person, held back as contradicting another, or too long a list: each with its reason. */
  leftOut: z.array(LeftOut),
});
export type Checklist = z.infer<typeof Checklist>;

/** A checklist that was saved, with what it was made of. */
export const SavedChecklist = z.strictObject({
  checklist: Checklist,
  /** The id of the saved checklist that was changed; null: a set's, or a new one. */
  parent: z.string().nullable(),
  /** What a person changed, one sentence each. */
  changes: z.array(z.string()),
});
export type SavedChecklist = z.infer<typeof SavedChecklist>;

/** Version 1 noted what the words of an item presume. */
function withoutPresumes(record: JsonObject): JsonObject {
  const entries = z.array(z.record(z.string(), z.unknown())).safeParse(record['items']).data;
  const items = entries?.map((item) =>
    Object.fromEntries(Object.entries(item).filter(([name]) => name !== 'presumes')),
  );
  return items === undefined ? record : { ...record, items };
}
