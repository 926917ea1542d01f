/** How well a model names the categories of criteria (TICK, appendix A and table 7). Pure. */
import type { CategorizedItem } from '../data/read-categories.ts';
import { mean, requireSome } from '../metrics/mean.ts';
import {
  byLabel,
  multiLabel,
  pooled,
  type LabelScore,
  type LabelSets,
  type PrecisionRecall,
} from '../metrics/multi-label.ts';
import { figureOf, type Figure, type FigureOptions } from './figure.ts';

export type CategoryMeasure = 'precision' | 'recall' | 'f1';

export interface CategoryFigures {
  readonly items: number;
  /** Means over items. */
  readonly perItem: Readonly<Record<CategoryMeasure, Figure>>;
  /** Over all names of all items together. */
  readonly pooled: Readonly<Record<CategoryMeasure, Figure>>;
  /** Means over categories; null where no category has a value. */
  readonly perCategory: PrecisionRecall;
  readonly categories: readonly LabelScore[];
}

/** What all people who named categories agree on is taken for true. @throws InputError without items */
export function measureCategories(items: readonly CategorizedItem[], options: FigureOptions = {}): CategoryFigures {
  requireSome(items, 'criteria with categories');
  const sets = items.map(({ predicted, people }): LabelSets => ({ predicted, gold: sharedBy(people) }));
  const figure = (name: CategoryMeasure, scoreOf: (drawn: readonly LabelSets[]) => PrecisionRecall) => {
    const { scored, missing } = multiLabel(sets);
    return figureOf(sets, (drawn) => ({ value: scoreOf(drawn)[name], scored, missing }), {
      ...options,
      isShare: name !== 'f1',
    });
  };
  const figures = (scoreOf: (drawn: readonly LabelSets[]) => PrecisionRecall) => ({
    precision: figure('precision', scoreOf),
    recall: figure('recall', scoreOf),
    f1: figure('f1', scoreOf),
  });
  const categories = byLabel(sets);
  const average = (name: CategoryMeasure) => mean(categories.flatMap((category) => category[name] ?? []));
  return {
    items: items.length,
    perItem: figures(multiLabel),
    pooled: figures(pooled),
    perCategory: { precision: average('precision'), recall: average('recall'), f1: average('f1') },
    categories,
  };
}

function sharedBy(people: CategorizedItem['people']): readonly string[] | null {
  const [first, ...others] = people.filter((names) => names !== null);
  return first === undefined ? null : first.filter((name) => others.every((names) => names.includes(name)));
}
