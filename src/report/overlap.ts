/** How lists and what people ask for overlap. */
import type { SystemFigures } from '../measure/measure-criteria.ts';
import type { SharedCriteria } from '../measure/overlap.ts';
import { countOf } from './effect-counts.ts';
import { main, paint, right, table, type Block } from './report.ts';

export function overlapTable(systems: readonly SystemFigures[]): Block {
  const cells = ({ both, alone }: SharedCriteria) => [countOf(both, both + alone), countOf(alone, both + alone)];
  return table(
    [
      main('System'),
      'By',
      ...['Given, and in the list', 'Only given', 'In the list, and given', 'Only in the list', 'Left out'].map(right),
    ],
    systems.flatMap(({ name, overlap }) =>
      overlap.map(({ by, given, lists }) => [
        name,
        by === 'words' ? paint.warn('words (estimate)') : 'the model',
        ...cells(given),
        ...cells(lists),
        String(given.unscored + lists.unscored),
      ]),
    ),
  );
}
