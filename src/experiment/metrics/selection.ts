/**
 * Of protocols: whether the response that each picks of several is truly the best (TICK, table 5), and how their scores
 * go together with the true ones (TICK, table 3).
 */
import { JUDGE_MEASURES } from '../../measure/measure-judge.ts';
import { candidatesFor, rowOfCandidate, type Candidate } from '../candidates.ts';
import { judgeCandidates } from '../judge-rows.ts';
import { ratedTasks } from '../true-score.ts';
import type { Cell, Given, Metric, ProtocolResult, SampledResponse } from './metric.ts';
import { cellsOf, judgedByProtocols, resultOf, resultsOf } from './protocol-results.ts';

export const selection: Metric = {
  title: 'What each picks of several responses',
  needs: ['criteria'],
  usesTrueScores: true,
  measures: ({ passAt = [], atLeast = [] }) => {
    const tries = [...passAt.map((k) => `pass@${k}`), ...atLeast.map((k) => `at least ${k}`)];
    return { ...JUDGE_MEASURES, ...Object.fromEntries(tries.map((name) => [name, name])) };
  },
  measure: async (given) => {
    const { experiment } = given;
    const candidates = await candidatesOf(given, 'responses to pick from', experiment.samples);
    const picked = await judgedByProtocols(experiment, (by) => judgeCandidates(by, candidates, given));
    const singly = picked.map((each) => ({ ...each, rows: each.rows.map((row) => ({ ...row, group: null })) }));
    const named = singly.map((each) => ({ ...each, name: `${each.name}, score by score` }));
    const baselines = await baselineResults(given, candidates);
    const results = [...resultsOf(picked, experiment), ...baselines];
    return {
      cells: uniqueCells([...cellsOf(results, experiment), ...cellsOf(resultsOf(singly, experiment), experiment)]),
      detail: {
        selection: [...results, ...resultsOf(named, experiment)],
        candidates: candidates.flat().map(sampledOf),
      },
      agents: picked.flatMap(({ judges }) => judges),
    };
  },
};

function candidatesOf({ experiment, data, tasks, client, tries }: Given, what: string, samples: number) {
  const options = { ...experiment, ...data, samples };
  return candidatesFor(what, ratedTasks(tasks, options), options, { client, tries });
}

/** Of one response there is nothing to pick: what it is worth is all that greedy decoding has. */
async function baselineResults(
  given: Given,
  candidates: readonly (readonly Candidate[])[],
): Promise<readonly ProtocolResult[]> {
  const { experiment } = given;
  const results: ProtocolResult[] = [];
  for (const { id } of experiment.baselines) {
    const scores = experiment.scores.get(id);
    if (scores !== undefined) {
      const rows = candidates.flat().map((each) => rowOfCandidate(each, scores(each.row, each.response)));
      results.push(...resultOf(id, rows, experiment));
      continue;
    }
    const written = await candidatesOf(given, id, 1);
    const rows = written.flat().map((each) => rowOfCandidate(each, 0));
    for (const result of resultOf(id, rows, experiment)) {
      const figures = result.figures.figures.filter(({ name }) => name === 'selectedScore');
      results.push({ ...result, figures: { ...result.figures, figures } });
    }
  }
  return results;
}

function sampledOf({ row, name, response }: Candidate): SampledResponse {
  const { instruction, context } = row.task;
  return { id: name, instruction, context, response };
}

/** What is measured of candidates both together and one by one stands once. */
function uniqueCells(cells: readonly Cell[]): readonly Cell[] {
  return [...new Map(cells.map((cell) => [JSON.stringify([cell.system, cell.measure]), cell])).values()];
}
