/** The checklist of a criteria set: its best criteria, with where each comes from. Pure. */
import { checklistOf, type Block } from '../discover/select-criteria.ts';
import { CHECKLIST_VERSION, type Checklist, type ChecklistItem, type Importance } from '../domain/checklist.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Criterion } from '../domain/criterion.ts';
import { InputError } from '../domain/errors.ts';
import { newItem } from './new-item.ts';

/** For criteria whose relevance nobody scored: the middle, since no verdict is neither a 0 nor a 100. */
const UNSCORED_WEIGHT = 50;
/** What the instruction states is not ranked. */
const STATED_WEIGHT = 100;

/**
 * Of two criteria that contradict each other the higher-ranked one; a criterion's weight is its relevance times ten. What
 * the instruction states weighs most.
 * @param top implied criteria at most @param only absent: what the instruction states as well as what it implies
 * @throws InputError where the set has no criteria
 */
export function checklistFromSet(
  { id, content }: Pick<CriteriaSet, 'id' | 'content'>,
  top?: number,
  only?: Block,
): Checklist {
  const { criteria, heldBack } = checklistOf(content.criteria, top, only);
  if (criteria.length === 0)
    throw new InputError(
      `${id} has no criteria to judge by${heldBack.length > 0 ? `: ${heldBack.length} are held back` : ''}.`,
    );
  return {
    checklistVersion: CHECKLIST_VERSION,
    task: content.task,
    items: criteria.map((criterion, index) => itemOf(criterion, index, id)),
    leftOut: heldBack.map(({ criterion, reason }) => ({ text: criterion.text, reason })),
  };
}

function itemOf(criterion: Criterion, index: number, set: CriteriaSet['id']): ChecklistItem {
  const { text, question, explicit, appliesWhen, fault, origin, relevance, evidence, check } = criterion;
  const ranked = relevance.status === 'scored' ? relevance.score * 10 : UNSCORED_WEIGHT;
  const weight = explicit ? STATED_WEIGHT : ranked;
  const importance = importanceOf(criterion);
  const item = newItem(index + 1, { text, question, origin, weight, importance, appliesWhen, fault, check });
  return { ...item, from: { set, criterion: criterion.id }, evidence };
}

/** Of 10, and independent sites: both make a criterion essential. */
const ESSENTIAL = { gain: 8, sites: 2 };
/** Of 10. Where what a draft gains is known, the list holds nothing below 5. */
const IMPORTANT = { value: 7, relevance: 5 };

/**
 * By the kind of demand, support, and what a draft gains (its relevance, where nobody said): how many drafts miss it makes it
 * no more important. A fault is a pitfall; undefined where nobody scored the relevance.
 */
function importanceOf({ explicit, fault, relevance, support }: Criterion): Importance | undefined {
  if (fault === true) return 'pitfall';
  if (explicit) return 'essential';
  if (relevance.status === 'unscored') return undefined;
  const { value, score } = relevance;
  if ((value ?? score) >= ESSENTIAL.gain && support.sites >= ESSENTIAL.sites) return 'essential';
  return (value === undefined ? score >= IMPORTANT.relevance : value >= IMPORTANT.value) ? 'important' : 'optional';
}
