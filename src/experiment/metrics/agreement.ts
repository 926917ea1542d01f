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
    for (const { place, label, responses, missing } of withoutJudgement(rows)) {
      const hasNoResponse = missing.length > 0 && (label !== null || responses.length === 0);
      const noJudgement = 'there is no label and no score, or people’s labels are evenly split.';
      tools.tries.miss('agreement', `${place}: ${hasNoResponse ? 'there is no response.' : noJudgement}`);
    }
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
