/** How many tasks the data have once they are filtered (EvalAgent, table 1). */
import { plainFigure } from '../../measure/figure.ts';
import type { Metric } from './metric.ts';

const SYSTEM = 'the data';

export const tasks: Metric = {
  title: 'Tasks',
  needs: [],
  measures: () => ({ count: 'Tasks' }),
  measure: async ({ tasks: { length } }) => ({
    cells: [{ system: SYSTEM, measure: 'count', figure: plainFigure(length, length) }],
  }),
};
