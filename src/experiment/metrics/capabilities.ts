/** What the model is good at: pass rates of its responses by category of the data's criteria (TICK, appendix A, figure 4). */
import { criteriaOf, type TaskRow } from '../../data/row.ts';
import { Category } from '../../domain/checklist.ts';
import { questionsOf } from '../../jobs/rows/row-questions.ts';
import { answerOf } from '../../judge/pass-rate.ts';
import { meanOfGroups } from '../../measure/mean-of-groups.ts';
import { itemOptions } from '../chosen-of.ts';
import type { Cell, Given, Metric } from './metric.ts';

const SYSTEM = 'the model';

export const capabilities: Metric = {
  title: 'Pass rates by category of the criteria',
  needs: ['criteria'],
  measures: () => Object.fromEntries(Category.options.map((name) => [name, name])),
  measure: async (given) => {
    const rows = given.tasks.filter((row) => criteriaOf(row).length > 0);
    const asked = await given.tries.each('pass rates by category', rows, (row) => judgedByCategory(row, given));
    const judged = asked.flat();
    const { resamples, seed } = given.experiment;
    const cells = Category.options.map((measure): Cell => {
      const groups = judged.map(({ items }) => items.filter(({ categories }) => categories.includes(measure)));
      const scored = groups.map((items) => items.flatMap(({ met }) => (met === null ? [] : [Number(met)])));
      const missing = groups.flat().filter(({ met }) => met === null).length;
      const rated = scored.filter(({ length }) => length > 0);
      return { system: SYSTEM, measure, figure: { ...meanOfGroups(rated, { resamples, seed }), missing } };
    });
    return { cells, agents: judged.flatMap(({ agents }) => agents) };
  },
};

/** One response at temperature 0. A criterion that does not apply to it has no part in a rate. */
async function judgedByCategory(row: TaskRow, { experiment, client, tries }: Given) {
  const { truth } = experiment;
  const instruction = row.task;
  const [{ responses }, named] = await Promise.all([
    client.respond(row.task),
    client.nameCategories(criteriaOf(row), Category.options, { instruction }),
  ]);
  const [response] = responses;
  if (response?.status !== 'done') {
    tries.leaveOpen(1);
    tries.miss('pass rates by category', response?.reason ?? 'No response was written.');
    return [];
  }
  const options = { instruction, panel: truth === undefined ? [] : [truth], ...itemOptions(experiment) };
  const judged = await client.judge({ name: row.id, response: response.value }, questionsOf(row), options);
  await tries.leaveOpenIn(client, judged);
  tries.leaveOpen(named.categories.filter(({ status }) => status === 'unscored').length);
  const items = named.categories.flatMap((categories, at) => {
    const verdict = judged.verdicts[at]?.verdict;
    if (verdict === undefined || categories.status === 'unscored') return [];
    const answer = answerOf(verdict);
    if (answer === null && verdict.status === 'scored') return [];
    return [{ categories: categories.value, met: answer === null ? null : answer === 'yes' }];
  });
  return [{ items, agents: [named.agents] }];
}
