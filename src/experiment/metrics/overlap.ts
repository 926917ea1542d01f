/** Of lists: which of their criteria people gave, and which of those of people they have (checklist study, table 4). */
import { plainFigure, type Figure, type FigureOptions } from '../../measure/figure.ts';
import { totalFigure } from '../../measure/mean-of-groups.ts';
import type { SharedCriteria } from '../../measure/overlap.ts';
import { cellsOfLists } from './list-figures.ts';
import type { Metric } from './metric.ts';

/** By the model is what the paper’s people did, and has the plain names. */
const BY = { words: ' by words', model: '' } as const;
const MEASURES = [
  ['givenInBoth', 'Given, and in the list', 'given', 'both'],
  ['onlyGiven', 'Only given', 'given', 'alone'],
  ['listedInBoth', 'In the list, and given', 'lists', 'both'],
  ['onlyListed', 'Only in the list', 'lists', 'alone'],
] as const;

export const overlap: Metric = {
  title: 'How they overlap with what people ask for',
  needs: ['criteria'],
  measures: () =>
    Object.fromEntries(
      (['model', 'words'] as const).flatMap((by) =>
        MEASURES.map(([name, head]) => [`${name}${BY[by]}`, `${head}${BY[by]}`]),
      ),
    ),
  measure: ({ experiment: { resamples, seed }, figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ overlap: found }) =>
      Object.fromEntries(
        found.flatMap((each) =>
          MEASURES.map(([name, , side, which]) => [
            `${name}${BY[each.by]}`,
            countFigure(each[side], which, { resamples, seed }),
          ]),
        ),
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
