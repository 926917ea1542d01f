/** Of lists of criteria: what their texts say, and what they rest on (EvalAgent, §4.1, tables 2, 9 and 10). */
import { plainFigure } from '../../measure/figure.ts';
import { cellsOfLists } from './list-figures.ts';
import type { Metric } from './metric.ts';

const TEXTS = {
  specificity: 'Specificity',
  selfSpecificity: 'Specificity among its own',
  implicitness: 'Implicitness',
  redundancy: 'Redundancy',
};

export const criteria: Metric = {
  title: 'The criteria as texts',
  needs: [],
  measures: () => ({ ...TEXTS, tasks: 'Tasks', count: 'Criteria', perTask: 'Criteria per task' }),
  measure: ({ figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ tasks, criteria: count, texts }) => ({
      ...texts,
      tasks: plainFigure(tasks, tasks),
      count: plainFigure(count, tasks),
      perTask: plainFigure(count / tasks, tasks),
    })),
};
