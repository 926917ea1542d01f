/** Responses to pick from, with what each is truly worth (TICK, §4.2). */
import type { TaskRow } from '../data/row.ts';
import { reasonsIn } from '../domain/outcome.ts';
import { taskKey } from '../domain/task.ts';
import { NOTHING, type JudgeRow } from '../data/judge-row.ts';
import type { RowTools } from './attempts.ts';
import { trueScoreOf, type TrueScore, type TruthOptions } from './true-score.ts';

export interface Candidate {
  readonly row: TaskRow;
  readonly name: string;
  readonly response: string;
  readonly truth: TrueScore;
}

/**
 * @param what these are, where some are missing
 * @param samples 1: greedy decoding, at temperature 0
 * @returns those of each row
 */
export async function candidatesFor(
  what: string,
  rows: readonly TaskRow[],
  { samples, ...truth }: TruthOptions & { readonly samples: number },
  tools: RowTools,
): Promise<readonly (readonly Candidate[])[]> {
  return tools.tries.each(what, rows, async (row) => {
    const { responses } = await tools.client.respond(row.task, { samples });
    tools.tries.leaveOpen(reasonsIn(responses).length);
    const written = responses.flatMap((response) => (response.status === 'done' ? [response.value] : []));
    return Promise.all(
      written.map(async (response, at) => {
        const name = `${row.id} #${at + 1}`;
        return { row, name, response, truth: await trueScoreOf(row, { name, response }, truth, tools) };
      }),
    );
  });
}

/** As selection is measured: candidates of one task compete by their scores. */
export function rowOfCandidate({ row, name, truth }: Candidate, score: number | null): JudgeRow {
  const { score: trueScore, ...items } = truth;
  return { ...NOTHING, id: name, predicted: score, labels: [trueScore], ...items, group: taskKey(row.task) };
}
