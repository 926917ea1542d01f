/** What responses are truly worth: what the data's criteria say of them (DRFR), or WB-Score (TICK, table 5). */
import { criteriaOf, type TaskRow } from '../data/row.ts';
import { questionsOf } from '../jobs/rows/row-questions.ts';
import { ratio } from '../metrics/mean.ts';
import type { RowTools } from './attempts.ts';
import { itemOptions } from './chosen-of.ts';
import type { LoadedData, LoadedExperiment } from './experiment-data.ts';

export interface TrueScore {
  /** Null: nothing was scored. */
  readonly score: number | null;
  /** How many items it is a rate of; absent: it is no rate. */
  readonly items?: number;
}

export type TruthOptions = Pick<LoadedExperiment, 'truth' | 'batch' | 'codeChecks'> &
  Pick<LoadedData, 'trueScore' | 'trueScores'>;

/** Rows of which something says what a response is worth. */
export function ratedTasks(tasks: readonly TaskRow[], { trueScores }: TruthOptions): readonly TaskRow[] {
  return tasks.filter((row) => criteriaOf(row).length > 0 || trueScores !== undefined);
}

/** By the file of scores, by the model of `truth`, or else by the one that judges. */
export async function trueScoreOf(
  row: TaskRow,
  response: { readonly name: string; readonly response: string },
  { truth, trueScore = 'criteria', trueScores, ...items }: TruthOptions,
  { client, tries }: RowTools,
): Promise<TrueScore> {
  if (trueScores !== undefined) {
    const score = trueScores(row, response.response);
    if (score === null) tries.miss('true scores', 'The file has no score of a response.');
    return { score };
  }
  const options = { instruction: row.task, panel: truth === undefined ? [] : [truth] };
  const checklist = questionsOf(row);
  if (trueScore === 'wb-score') {
    const scoring = await client.score(response, { ...options, by: 'wb-score', checklist });
    await tries.leaveOpenIn(client, scoring);
    const { result } = scoring;
    return { score: result.status === 'scored' ? result.score : null };
  }
  const judged = await client.judge(response, checklist, { ...options, ...itemOptions(items) });
  await tries.leaveOpenIn(client, judged);
  const { rate, yes, no, unscored } = judged.passRate;
  if (trueScore === 'livebench') return { score: unscored > 0 ? null : liveBenchScore(yes, no) };
  return { score: rate, items: yes + no };
}

/** Whether all demands are met, and the share that is, count half each (LiveBench, instruction_following). */
function liveBenchScore(yes: number, no: number): number | null {
  const share = ratio(yes, yes + no);
  return share === null ? null : (Number(no === 0) + share) / 2;
}
