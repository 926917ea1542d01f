/** The categories of the data's criteria as the model names them, beside those of the data (TICK, appendix A, table 7). */
import { criteriaOf } from '../../data/row.ts';
import { measureCategories } from '../../measure/measure-categories.ts';
import type { Metric } from './metric.ts';

const SYSTEM = 'the model';

export const categories: Metric = {
  title: 'Categories of criteria, named by the model',
  needs: ['criteria', 'themes'],
  measures: () => ({ precision: 'Precision', recall: 'Recall', f1: 'F1', pooledF1: 'F1 of all names together' }),
  measure: async ({ experiment, tasks, client, tries }) => {
    const withCriteria = tasks.filter((row) => criteriaOf(row).length > 0);
    const rows = withCriteria.filter(({ items }) => items.some(({ themes }) => themes !== null));
    for (let left = rows.length; left < withCriteria.length; left += 1)
      tries.miss('categories', 'The row has not as many themes as criteria.');
    const names = [...new Set(rows.flatMap(({ items }) => items.flatMap(({ themes }) => themes ?? [])))];
    const asked = await tries.each('categories', rows, async (row) => {
      const { id, task, items: given } = row;
      const named = await client.nameCategories(criteriaOf(row), names, { instruction: task });
      const items = named.categories.map((outcome, at) => ({
        id: `${id} ${at + 1}`,
        predicted: outcome.status === 'done' ? outcome.value : null,
        people: [given[at]?.themes ?? null],
      }));
      tries.leaveOpen(items.filter(({ predicted }) => predicted === null).length);
      return { items, agents: named.agents };
    });
    const items = asked.flatMap((each) => each.items);
    if (items.length === 0) return { cells: [] };
    const { resamples, seed } = experiment;
    const { perItem, pooled, categories: each } = measureCategories(items, { resamples, seed });
    const figures = { ...perItem, pooledF1: pooled.f1 };
    return {
      cells: Object.entries(figures).map(([measure, figure]) => ({ system: SYSTEM, measure, figure })),
      tables: [
        {
          title: 'By category',
          heads: ['Category', 'Named by people', 'By the model', 'Precision', 'Recall', 'F1'],
          rows: each.map(({ label, gold, predicted, precision, recall, f1 }) => [
            label,
            gold,
            predicted,
            precision,
            recall,
            f1,
          ]),
        },
      ],
      agents: asked.map(({ agents }) => agents),
    };
  },
};
