/** Of lists: which of their criteria people gave, and which of those of people they have (checklist study, table 4). */
import { plainFigure, type Figure, type FigureOptions } from '../../measure/figure.ts';
import { totalFigure } from '../../measure/mean-of-groups.ts';
import type { SharedCriteria } from '../../measure/overlap.ts';
import { cellsOfLists } from './list-figures.ts';
import type { Metric } from './metric.ts';

/** By the model is what the paper’s people did, and has the plain names. */
const BY = { words: ' by words', model: '' } as const;

export const overlap: Metric = {
  title: 'How they overlap with what people ask for',
  needs: ['criteria'],
  measures: () =>
    Object.fromEntries(
      (['model', 'words'] as const).flatMap((by) => [
        [`givenInBoth${BY[by]}`, `Given, and in the list${BY[by]}`],
        [`onlyGiven${BY[by]}`, `Only given${BY[by]}`],
        [`listedInBoth${BY[by]}`, `In the list, and given${BY[by]}`],
        [`onlyListed${BY[by]}`, `Only in the list${BY[by]}`],
      ]),
    ),
  measure: ({ experiment: { resamples, seed }, figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ overlap: found }) =>
      Object.fromEntries(
        found.flatMap(({ by, given, lists }) => {
          const count = (side: SharedCriteria, which: 'both' | 'alone') =>
            countFigure(side, which, { resamples, seed });
          return [
            [`givenInBoth${BY[by]}`, count(given, 'both')],
            [`onlyGiven${BY[by]}`, count(given, 'alone')],
            [`listedInBoth${BY[by]}`, count(lists, 'both')],
            [`onlyListed${BY[by]}`, count(lists, 'alone')],
          ];
        }),
      ),
    ),
};

function countFigure(
  { both, alone, unscored, byList }: SharedCriteria,
  which: 'both' | 'alone',
  options: FigureOptions,
): Figure {
  const scored = both + alone;
  if (scored === 0) return plainFigure(null, scored, unscored);
  const total = totalFigure(
    byList.map((list) => list[which]),
    options,
  );
  return { ...total, scored, missing: unscored };
}
