/** How well the categories of criteria are named: precision, recall and F1. */
import type { CategoryFigures, CategoryMeasure } from '../measure/measure-categories.ts';
import type { PrecisionRecall } from '../metrics/multi-label.ts';
import { decimals, FIGURE_COLUMNS, figureCells, figureText, INTERVALS } from './figure.ts';
import { renderer } from './formats.ts';
import { lines, main, paint, right, section, table, type Block, type Row } from './report.ts';
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

export function categoryBlocks({ perItem, pooled, perCategory, categories }: CategoryFigures): readonly Block[] {
  const { missing } = perItem.f1;
  const plain = (name: string, figures: PrecisionRecall): Row => [
    name,
    ...NAMES.map((each) => decimals(figures[each])),
  ];
  return [
    table(
      [main('Averaged'), ...NAMES.map((name) => right(MEASURES[name]))],
      [
        ['over criteria', ...NAMES.map((name) => figureText(perItem[name]))],
        plain('over categories', perCategory),
        plain('of all names together', pooled),
      ],
    ),
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
      table(
        [
          main('Category'),
          right('Named by people'),
          right('By the model'),
          ...NAMES.map((name) => right(MEASURES[name])),
        ],
        categories.map(({ label, gold, predicted, ...figures }) => [
          label,
          amount(gold),
          amount(predicted),
          ...NAMES.map((name) => decimals(figures[name])),
        ]),
      ),
    ),
  ];
}
