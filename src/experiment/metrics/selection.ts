/**
 * Of protocols: whether the response that each picks of several is the best by the data's criteria (TICK, table 5), and
 * how their scores go together with the true ones (TICK, table 3).
 */
import { judgeSamples } from '../judge-rows.ts';
import { agentsOf, judgedByProtocols, resultsOf } from './judged-by-protocols.ts';
import type { Metric } from './metric.ts';
import { cellsOf, JUDGE_MEASURES } from './protocol-results.ts';

export const selection: Metric = {
  title: 'What each picks of several responses',
  needs: ['criteria'],
  measures: () => JUDGE_MEASURES,
  measure: async ({ experiment, tasks, ...tools }) => {
    const asked = tasks.filter(({ criteria }) => criteria.length > 0);
    const picked = await judgedByProtocols(experiment, (by) => judgeSamples(by, asked, experiment, tools));
    const singly = picked.map((each) => ({ ...each, rows: each.rows.map((row) => ({ ...row, group: null })) }));
    const named = singly.map((each) => ({ ...each, name: `${each.name}, score by score` }));
    return {
      cells: [...cellsOf(resultsOf(picked, experiment)), ...cellsOf(resultsOf(singly, experiment))],
      detail: { selection: [...resultsOf(picked, experiment), ...resultsOf(named, experiment)] },
      agents: agentsOf(picked),
    };
  },
};
