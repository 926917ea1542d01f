/** How well the categories of criteria are named: precision, recall and F1. */
import type { CategoryFigures, CategoryMeasure } from '../measure/measure-categories.ts';
import type { PrecisionRecall } from '../metrics/multi-label.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, section, table, type Block } from './report.ts';
import { amount, plural } from './words.ts';

const MEASURES: Readonly<Record<CategoryMeasure, string>> = { precision: 'Precision', recall: 'Recall', f1: 'F1' };
const NAMES = ['precision', 'recall', 'f1'] as const;

export const renderMeasuredCategories = renderer<CategoryFigures>(
  (measured) => ({
    title: `Categories of ${plural(measured.items, 'criterion', 'criteria')}`,
    blocks: categoryBlocks(measured),
  }),
  {
    rows: ({ perItem }) => ({
      columns: ['figure', ...FIGURE_COLUMNS],
      rows: NAMES.map((name) => ({ figure: name, ...figureCells(perItem[name]) })),
    }),
  },
);

function categoryBlocks({ perItem, pooled, perCategory, categories }: CategoryFigures): readonly Block[] {
  const { missing } = perItem.f1;
  const plain = (figures: PrecisionRecall) => (name: CategoryMeasure) => decimals(figures[name]);
  const averages = [
    { averaged: 'over criteria', show: (name: CategoryMeasure) => figureText(perItem[name]) },
    { averaged: 'over categories', show: plain(perCategory) },
    { averaged: 'of all names together', show: (name: CategoryMeasure) => figureText(pooled[name]) },
  ];
  return [
    table(averages, [
      main('Averaged', ({ averaged }) => averaged),
      ...NAMES.map((name) => right<(typeof averages)[number]>(MEASURES[name], ({ show }) => show(name))),
    ]),
    lines(
      missing === 0
        ? null
        : paint.warn(
            `${plural(missing, 'criterion', 'criteria')} left out: no prediction, or no category that all people share.`,
          ),
      INTERVALS,
    ),
    section(
      'By category',
      table(categories, [
        main('Category', ({ label }) => label),
        right('Named by people', ({ gold }) => amount(gold)),
        right('By the model', ({ predicted }) => amount(predicted)),
        ...NAMES.map((name) =>
          right<(typeof categories)[number]>(MEASURES[name], (figures) => decimals(figures[name])),
        ),
      ]),
    ),
  ];
}
