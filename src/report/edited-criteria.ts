/** Criteria that a response did not meet at first, and whether an edit met them (EvalAgent, table 13). */
import type { EditedCriterion, SystemFigures } from '../measure/measure-criteria.ts';
import { decimals } from './figure.ts';
import { list, main, paint, right, table, type Block } from './report.ts';
import { shorten } from '../text/printable.ts';
import { amount, plural } from './words.ts';

export function editedBlocks(systems: readonly SystemFigures[]): readonly Block[] {
  const items = systems.flatMap(({ name, edited = [] }) =>
    edited.length === 0
      ? []
      : [
          {
            head: paint.strong(name),
            note: plural(edited.length, 'unmet criterion', 'unmet criteria'),
            blocks: [editedTable(edited)],
            isFolded: true,
          },
        ],
  );
  return [list(items)];
}

function editedTable(edited: readonly EditedCriterion[]): Block {
  return table(
    ['Instruction', main('Criterion'), 'Met after the edit', right('Broken'), right('Implicitness')],
    edited.map(({ task, text, repaired, broken, implicitness }) => [
      shorten(task.instruction, 80),
      text,
      repaired === null ? paint.warn('not judged') : repaired ? paint.good('yes') : paint.bad('no'),
      broken === 0 ? '' : amount(broken),
      decimals(implicitness, 2),
    ]),
  );
}
