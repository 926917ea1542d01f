/** Of lists: pass rates of a response before and after an edit towards each unmet criterion (EvalAgent, table 3). */
import { cellsOfLists } from './list-figures.ts';
import { plainFigure } from './plain-figure.ts';
import type { Metric } from './metric.ts';

const MEASURES = { before: 'Before', after: 'After', delta: 'Gain', repairRate: 'Repaired' } as const;

export const actionability: Metric = {
  title: 'Whether they tell a writer what to do',
  needs: [],
  measures: () => MEASURES,
  measure: ({ figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ actionability: figures }) =>
      figures === null
        ? {}
        : Object.fromEntries(
            (['before', 'after', 'delta', 'repairRate'] as const).map((name) => [
              name,
              plainFigure(figures[name], figures.scored, figures.unscored),
            ]),
          ),
    ),
};
