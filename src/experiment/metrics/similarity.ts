/** Of lists: their wording beside that of the data's (TICK, table 2). */
import { JUDGE_MEASURES } from '../../measure/measure-judge.ts';
import { criteriaOf, type TaskRow } from '../../data/row.ts';
import { taskKey } from '../../domain/task.ts';
import { NOTHING, type JudgeRow } from '../../data/judge-row.ts';
import type { MadeLists } from '../make-lists.ts';
import type { Metric } from './metric.ts';
import { cellsOf, resultOf } from './protocol-results.ts';

export const similarity: Metric = {
  title: 'Wording beside that of the given lists',
  needs: ['criteria'],
  measures: () => JUDGE_MEASURES,
  measure: ({ experiment, tasks, systems }) => {
    const results = systems.flatMap((system) => resultOf(system.name, similarityRows(system, tasks), experiment));
    return Promise.resolve({ cells: cellsOf(results, experiment), detail: { similarity: results } });
  },
};

/** Of several lists for one task the figures are averaged. */
function similarityRows({ lists, further }: MadeLists, tasks: readonly TaskRow[]): readonly JudgeRow[] {
  const given = new Map(tasks.map((row) => [taskKey(row.task), criteriaOf(row)]));
  return lists.flatMap(({ task, criteria }) => {
    const key = taskKey(task);
    const human = given.get(key) ?? [];
    const others = further.filter((list) => taskKey(list.task) === key).map((list) => list.criteria);
    return human.length === 0 ? [] : [{ ...NOTHING, id: task.instruction, generated: [criteria, ...others], human }];
  });
}
