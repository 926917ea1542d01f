/** Of lists: which of their criteria people gave, and which of those of people they have (checklist study, table 4). */
import { plainFigure } from '../../measure/figure.ts';
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
  measure: ({ figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ overlap: found }) =>
      Object.fromEntries(
        found.flatMap(({ by, given, lists }) => {
          const ofGiven = (count: number) => plainFigure(count, given.both + given.alone, given.unscored);
          const ofLists = (count: number) => plainFigure(count, lists.both + lists.alone, lists.unscored);
          return [
            [`givenInBoth${BY[by]}`, ofGiven(given.both)],
            [`onlyGiven${BY[by]}`, ofGiven(given.alone)],
            [`listedInBoth${BY[by]}`, ofLists(lists.both)],
            [`onlyListed${BY[by]}`, ofLists(lists.alone)],
          ];
        }),
      ),
    ),
};
