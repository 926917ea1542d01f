/** Of protocols: their verdicts on the data's responses beside the labels and scores of people. */
import { JUDGE_MEASURES } from '../../measure/measure-judge.ts';
import { differencesOf } from '../../measure/judge-differences.ts';
import { requireJudged, withoutJudgement } from '../human-judged.ts';
import { judgeLabelled } from '../judge-rows.ts';
import type { Metric } from './metric.ts';
import { cellsOf, judgedByProtocols, resultsOf } from './protocol-results.ts';

export const agreement: Metric = {
  title: 'Agreement with people',
  needs: [],
  requires: requireJudged,
  measures: () => JUDGE_MEASURES,
  measure: async ({ experiment, rows, ...tools }) => {
    for (const { place, reason } of withoutJudgement(rows)) tools.tries.miss('agreement', `${place}: ${reason}`);
    const judged = await judgedByProtocols(experiment, (by) => judgeLabelled(by, rows, tools));
    const results = resultsOf(judged, experiment);
    const differences = differencesOf(judged, experiment);
    return {
      cells: cellsOf(results, experiment),
      detail: { agreement: results, differences },
      agents: judged.flatMap(({ judges }) => judges),
    };
  },
};
