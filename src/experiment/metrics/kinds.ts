/** What kinds of text the data's tasks ask for: shares of categories, as the model sorts them (EvalAgent, figure 6). */
import { figureOf } from '../../measure/figure.ts';
import { counts } from '../../domain/groups.ts';
import { mean } from '../../metrics/mean.ts';
import type { Metric } from './metric.ts';

const SYSTEM = 'the model';

export const kinds: Metric = {
  title: 'Kinds of tasks',
  needs: [],
  measures: ({ taskCategories }) => Object.fromEntries(taskCategories.map(({ name }) => [name, name])),
  measure: async ({ experiment, tasks, client, tries }) => {
    const { taskCategories, resamples, seed } = experiment;
    const [sorted] = await tries.each('kinds of tasks', [tasks.map(({ task }) => task)], (all) =>
      client.sortTasks(all, taskCategories),
    );
    if (sorted === undefined) return { cells: [] };
    const found = sorted.tasks.flatMap((task) => (task.status === 'done' ? [task.value] : []));
    const missing = sorted.tasks.length - found.length;
    tries.leaveOpen(missing);
    const cells = taskCategories.map(({ name: measure }) => {
      const areOfIt = found.map(({ category }) => Number(category === measure));
      const figure = figureOf(areOfIt, (drawn) => ({ value: mean(drawn) }), { resamples, seed, isShare: true });
      return { system: SYSTEM, measure, figure: { ...figure, missing } };
    });
    const named = [...counts(found.map(({ kind, category }) => `${category}\n${kind}`))];
    const rows = named
      .map(([text, count]) => [...text.split('\n'), count] as const)
      .sort((one, other) => Number(other.at(-1)) - Number(one.at(-1)));
    return {
      cells,
      tables: [{ title: 'Kinds of tasks', heads: ['Category', 'Kind', 'Tasks'], rows }],
      agents: [sorted.agents],
    };
  },
};
