/** Lists of criteria as they are measured. */
import { checklistOf, type Block } from '../discover/select-criteria.ts';
import type { CriteriaSetContent } from '../domain/criteria-set.ts';
import type { Task } from '../domain/task.ts';

export interface MeasuredList {
  readonly task: Task;
  /** Best first. */
  readonly criteria: readonly string[];
  /** Of a discovery; null: nothing is known but the texts. */
  readonly record: Pick<CriteriaSetContent, 'criteria' | 'funnel'> | null;
  /** Of its quotes: how many could be compared with stored pages, and are there; null where none could. */
  readonly verified: { readonly compared: number; readonly held: number } | null;
}

/** What is compared: a mode, a file, or a single set. At most one list for each task. */
export interface MeasuredSystem {
  readonly name: string;
  readonly lists: readonly MeasuredList[];
}

/** The criteria of a discovery that a response is judged by: those that its instruction states, then the best that it implies. */
export function listOfRecord(
  { task, criteria: ranked, funnel }: Pick<CriteriaSetContent, 'task' | 'criteria' | 'funnel'>,
  { top, only }: { readonly top?: number | undefined; readonly only?: Block | undefined } = {},
  verified: MeasuredList['verified'] = null,
): MeasuredList {
  const { criteria } = checklistOf(ranked, top, only);
  return { task, criteria: criteria.map(({ text }) => text), record: { criteria: [...criteria], funnel }, verified };
}
