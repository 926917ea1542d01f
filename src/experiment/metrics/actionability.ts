/** Of lists: pass rates of a response before and after an edit towards each unmet criterion (EvalAgent, table 3). */
import type { ActionabilityFigures } from '../../domain/judged-work.ts';
import { meanFigure, type Sum } from '../../measure/mean-of-groups.ts';
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
  measure: ({ experiment: { resamples, seed }, figuresOfLists }) =>
    cellsOfLists(figuresOfLists, ({ actionability: figures, actionabilityByTask: tasks = [] }) =>
      figures === null
        ? {}
        : Object.fromEntries(
            MEASURES.map(([name]) => {
              const figure = meanFigure(
                tasks.map((task) => sumOf(task)[name]),
                { resamples, seed, isShare: true },
              );
              return [name, { ...figure, missing: figures.unscored }];
            }),
          ),
    ),
};

/** Of one task: criteria that the measure counts, of those that it is a share of. */
function sumOf({ scored, unmet, repaired }: ActionabilityFigures): Readonly<Record<(typeof MEASURES)[number][0], Sum>> {
  return {
    before: { sum: scored - unmet, count: scored },
    after: { sum: scored - unmet + repaired, count: scored },
    delta: { sum: repaired, count: scored },
    repairRate: { sum: repaired, count: unmet },
  };
}
