/** Responses to the tasks of a data set, refined round by round, and what each round is truly worth (STICK; TICK, §4.1). */
import type { TaskRow } from '../data/row.ts';
import type { Groundrule } from '../groundrule.ts';
import type { AgentProvenance } from '../domain/model.ts';
import { questionsOf } from '../jobs/rows/row-questions.ts';
import type { RowTools } from './attempts.ts';
import { itemOptions } from './chosen-of.ts';
import type { ExperimentRefinement } from './experiment-file.ts';
import { trueScoreOf, type TrueScore, type TruthOptions } from './true-score.ts';

export interface RefinedRow {
  readonly row: TaskRow;
  /**
   * The start and each round, `rounds` + 1 in all. Where all was met before, what was reached goes on; null: the round
   * should have been, and was not.
   */
  readonly scores: readonly (TrueScore | null)[];
  /** What was written, the start first. */
  readonly responses: readonly string[];
  readonly agents: AgentProvenance;
}

interface RefineRowsOptions extends TruthOptions {
  readonly rounds: number;
  /** How often a checklist is asked for again where none could be read. */
  readonly regenerate: number;
}

/** All start from the same response, at temperature 0. Self-critique knows of no checklist, so nothing stops it. */
export async function refineRows(
  by: ExperimentRefinement,
  rows: readonly TaskRow[],
  { rounds, regenerate, ...truth }: RefineRowsOptions,
  tools: RowTools,
): Promise<readonly RefinedRow[]> {
  const { client, tries } = tools;
  const refined = await tries.each(by.id, rows, async (row): Promise<readonly RefinedRow[]> => {
    const { responses } = await client.respond(row.task);
    const [start] = responses;
    if (start?.status !== 'done') {
      tries.leaveOpen(1);
      tries.miss(by.id, start?.reason ?? 'No response was written.');
      return [];
    }
    const { method } = by;
    const checklist = await checklistFor(by, row, client, regenerate, truth);
    const refinement = await client.refine({ name: row.id, response: start.value }, checklist, {
      ...{ instruction: row.task, method, rounds, stopsWhenMet: method === 'checklist' },
      ...itemOptions(checklist === COUNTED ? {} : truth),
      // Self-critique sees no verdict: its rounds are judged but once, by the judge of the truth.
      panel: method === 'checklist' || truth.truth === undefined ? [] : [truth.truth],
    });
    await tries.leaveOpenIn(client, refinement);
    const scores = await Promise.all(
      refinement.rounds.map(({ judged }, at) =>
        trueScoreOf(row, { name: `${row.id}, round ${at}`, response: judged.response }, truth, tools),
      ),
    );
    const rest = refinement.stop.why === 'nothing-to-mend' ? (scores.at(-1) ?? null) : null;
    const all = Array.from({ length: rounds + 1 }, (_, round) => scores[round] ?? rest);
    const written = refinement.rounds.map(({ judged }) => judged.response);
    return [{ row, scores: all, responses: written, agents: refinement.writers }];
  });
  return refined.flat();
}

/** Decided by code: self-critique sees no verdict, and where a file says what its rounds are worth, no model need judge them. */
const COUNTED = [{ text: 'The response should have a word.', check: 'words >= 1', decides: 'all' as const }];

async function checklistFor(
  { method, checklist }: ExperimentRefinement,
  row: TaskRow,
  client: Groundrule,
  regenerate: number,
  { trueScores }: TruthOptions,
) {
  if (method === 'self-critique' && trueScores !== undefined) return COUNTED;
  if (method === 'self-critique' || checklist === 'given') return questionsOf(row);
  const policy = checklist === undefined ? {} : { policy: checklist };
  return (await client.generateChecklist(row.task, { regenerate, ...policy })).checklist;
}
