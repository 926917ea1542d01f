/** Of lists of criteria: what their texts say, and what they rest on (EvalAgent, §4.1, tables 2, 9 and 10). */
import { plainFigure } from '../../measure/figure.ts';
import { meanFigure, totalFigure } from '../../measure/mean-of-groups.ts';
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
  measure: ({ experiment: { resamples, seed }, figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ tasks, lengths, texts }) => ({
      ...texts,
      tasks: plainFigure(tasks, tasks),
      count: totalFigure(lengths, { resamples, seed }),
      perTask: meanFigure(
        lengths.map((sum) => ({ sum, count: 1 })),
        { resamples, seed },
      ),
    })),
};
