/** Of lists: which of their criteria people gave, and which of those of people they have (checklist study, table 4). */
import { cellsOfLists } from './list-figures.ts';
import { plainFigure } from './plain-figure.ts';
import type { Metric } from './metric.ts';

export const overlap: Metric = {
  title: 'How they overlap with what people ask for',
  needs: ['criteria'],
  measures: () => ({
    givenInBoth: 'Given, and in the list',
    onlyGiven: 'Only given',
    listedInBoth: 'In the list, and given',
    onlyListed: 'Only in the list',
  }),
  measure: ({ figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ overlap: found }) => {
      const byModel = found.find(({ by }) => by === 'model') ?? found[0];
      if (byModel === undefined) return {};
      const { given, lists } = byModel;
      const ofGiven = (count: number) => plainFigure(count, given.both + given.alone, given.unscored);
      const ofLists = (count: number) => plainFigure(count, lists.both + lists.alone, lists.unscored);
      return {
        ...{ givenInBoth: ofGiven(given.both), onlyGiven: ofGiven(given.alone) },
        ...{ listedInBoth: ofLists(lists.both), onlyListed: ofLists(lists.alone) },
      };
    }),
};
