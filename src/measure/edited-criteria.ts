/** What edits towards unmet criteria did, criterion by criterion (EvalAgent, table 13). Pure. */
import type { Actionability } from '../domain/judged-work.ts';
import type { Task } from '../domain/task.ts';
import { implicitnessAgainst } from '../metrics/implicitness.ts';
import type { EditedCriterion } from './measure-criteria.ts';

export function editedCriteria(task: Task, { checklist, edits }: Actionability): readonly EditedCriterion[] {
  const implicitness = implicitnessAgainst(task.instruction);
  const textOf = new Map<string, string>(checklist.items.map(({ id, text }) => [id, text]));
  return edits.map(({ itemId, outcome, broken }) => {
    const text = textOf.get(itemId) ?? '';
    const repaired = outcome.status === 'scored' ? outcome.repaired : null;
    return { task, text, repaired, broken: broken.length, implicitness: implicitness(text) };
  });
}
