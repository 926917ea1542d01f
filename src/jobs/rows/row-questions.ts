/** What people ask of a response in a row, as items of a checklist. */
import type { Row } from '../../data/row.ts';
import type { GivenItem } from '../../domain/given-item.ts';
import { pointsWithinBounds } from '../../judge/points-within-bounds.ts';

/** In the order of the row's items. */
export function questionsOf({ items }: Pick<Row, 'items'>): readonly (string | GivenItem)[] {
  const { points } = pointsWithinBounds(items.map(({ item }) => item.weight ?? null));
  return items.map(({ item }, at) => {
    const weight = points[at] ?? null;
    const { text, ...more } = weight === null ? item : { ...item, weight };
    return text !== undefined && Object.keys(more).length === 0 ? text : { ...more, text };
  });
}
