/** Makes checklists and their items of what little a file, a person or a model says of it. Pure. */
import {
  CHECKLIST_VERSION,
  MAX_WEIGHT,
  type Category,
  type Checklist,
  type ChecklistItem,
} from '../domain/checklist.ts';
import { ItemId } from '../domain/ids.ts';
import type { Task } from '../domain/task.ts';
import { faultQuestion, questionFrom } from '../llm/agent-kit/question.ts';

export const DEFAULT_WEIGHT = MAX_WEIGHT;

export interface NewItem {
  readonly text: string;
  readonly origin: ChecklistItem['origin'];
  readonly question?: string | undefined;
  readonly weight?: number | undefined;
  readonly pinned?: boolean | undefined;
  readonly fault?: true | undefined;
  readonly importance?: ChecklistItem['importance'] | undefined;
  readonly levels?: ChecklistItem['levels'] | undefined;
  readonly appliesWhen?: string | undefined;
  /** Named by the model or the person that wrote the item. */
  readonly categories?: readonly Category[] | undefined;
  readonly observations?: readonly string[] | undefined;
  readonly check?: ChecklistItem['check'];
}

/** Ids are in the order of the items. */
export function newChecklist(task: Task | null, items: readonly NewItem[]): Checklist {
  return {
    checklistVersion: CHECKLIST_VERSION,
    task,
    items: items.map((item, index) => newItem(index + 1, item)),
    leftOut: [],
  };
}

/** @param number of the item, from 1 */
export function newItem(number: number, { text, origin, ...given }: NewItem): ChecklistItem {
  const { weight = DEFAULT_WEIGHT, importance, levels } = given;
  const fault = weight < 0 ? true : given.fault;
  return {
    id: ItemId.parse(`i${number}`),
    text,
    question: given.question ?? (weight < 0 ? faultQuestion(text) : questionFrom(text)),
    weight,
    ...(importance === undefined ? {} : { importance }),
    ...(levels === undefined ? {} : { levels }),
    categories: [...(given.categories ?? [])],
    origin,
    pinned: given.pinned ?? false,
    ...(given.appliesWhen === undefined ? {} : { appliesWhen: given.appliesWhen }),
    ...(fault === undefined ? {} : { fault }),
    from: null,
    formerText: null,
    evidence: [],
    ...(given.observations === undefined ? {} : { observations: [...given.observations] }),
    ...(given.check === undefined ? {} : { check: given.check }),
  };
}
