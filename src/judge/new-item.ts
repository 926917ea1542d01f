/** Makes checklists and their items of what little a file, a person or a model says of it. Pure. */
import {
  CHECKLIST_VERSION,
  MAX_WEIGHT,
  statesItsFault,
  UNSTATED_FAULT,
  type Checklist,
  type ChecklistItem,
} from '../domain/checklist.ts';
import { InputError } from '../domain/errors.ts';
import { ItemId } from '../domain/ids.ts';
import type { Task } from '../domain/task.ts';
import { faultQuestion, questionFrom } from '../llm/agent-kit/question.ts';

export const DEFAULT_WEIGHT = MAX_WEIGHT;

type Fillable = 'question' | 'weight' | 'pinned' | 'fault' | 'importance' | 'appliesWhen';

/** What is not said of it is filled in. */
export type NewItem = Pick<ChecklistItem, 'text' | 'origin'> & {
  readonly [Name in Fillable | 'levels' | 'check']?: ChecklistItem[Name] | undefined;
} & { readonly [Name in 'categories' | 'observations']?: Readonly<ChecklistItem[Name]> | undefined };

/** @param what begins the message: "The weight of i3" @throws InputError out of bounds */
export function requireWeightInBounds(what: string, weight: number): void {
  if (Math.abs(weight) <= MAX_WEIGHT) return;
  throw new InputError(`${what} is ${weight}; it must be from −${MAX_WEIGHT} to ${MAX_WEIGHT}.`);
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

/**
 * What a yes is of, where the text states what is good, or below 0 a fault. A question that was made of it for the other
 * sign asks for the opposite: it is made anew, and the mark that came with it goes.
 */
export function askedOf({
  text,
  question,
  weight,
  fault,
}: Pick<NewItem, 'text' | 'question' | 'fault'> & Pick<ChecklistItem, 'weight'>) {
  const ofFault = weight < 0;
  const [made, opposite] = ofFault
    ? [faultQuestion(text), questionFrom(text)]
    : [questionFrom(text), faultQuestion(text)];
  if (question === opposite) return { question: made, fault: ofFault || undefined };
  return { question: question ?? made, fault: ofFault || fault };
}

/** @param number of the item, from 1 */
export function newItem(number: number, { text, origin, ...given }: NewItem): ChecklistItem {
  const { weight = DEFAULT_WEIGHT, importance, levels } = given;
  if (!statesItsFault({ text, question: given.question, weight }))
    throw new InputError(`“${text}” ${UNSTATED_FAULT}.`, {
      advice: 'Its question, if it has one, asks whether the fault is absent.',
    });
  const { question, fault } = askedOf({ text, question: given.question, weight, fault: given.fault });
  return {
    id: ItemId.parse(`i${number}`),
    text,
    question,
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
