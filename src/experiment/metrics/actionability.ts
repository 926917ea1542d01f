/** Of lists: pass rates of a response before and after an edit towards each unmet criterion (EvalAgent, table 3). */
import { plainFigure } from '../../measure/figure.ts';
import { cellsOfLists } from './list-figures.ts';
import type { Metric } from './metric.ts';

const MEASURES = [
  ['before', 'Before'],
  ['after', 'After'],
  ['delta', 'Gain'],
  ['repairRate', 'Repaired'],
] as const;

export const actionability: Metric = {
  title: 'Whether they tell a writer what to do',
  needs: [],
  measures: () => Object.fromEntries(MEASURES),
  measure: ({ figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ actionability: figures }) =>
      figures === null
        ? {}
        : Object.fromEntries(
            MEASURES.map(([name]) => {
              const over = name === 'repairRate' ? figures.unmet : figures.scored;
              return [name, plainFigure(figures[name], over, figures.unscored)];
            }),
          ),
    ),
};
