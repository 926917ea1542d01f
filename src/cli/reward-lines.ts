/** `judge --data --rewards`: a line for each response with its reward, for offline training. */
import { InputError } from '../domain/errors.ts';
import type { ResponseRow } from '../jobs/rows/judge-rows.ts';
import type { JudgedRow } from '../jobs/rows/judged-row.ts';
import { pickedRows, type RowOutput } from '../jobs/rows/row-output.ts';

/** The output, and the lines of all rows that went through it, in the order of the input. */
export function collectRewards(output: RowOutput<JudgedRow>) {
  const { output: collecting, picked } = pickedRows(output, rewardOf);
  return { output: collecting, lines: (rows: readonly ResponseRow[]) => linesOf(rows, picked) };
}

type Reward = ReturnType<typeof rewardOf>;

/** A reward of null is unscored, never 0. */
function rewardOf(row: JudgedRow) {
  if (row.status === 'failed') return { id: row.id, reward: null, reason: row.reason };
  const { score } = row.judgement;
  return { id: row.id, reward: score?.value ?? null, reason: score === undefined ? 'It has no score.' : score.reason };
}

function linesOf(rows: readonly ResponseRow[], rewards: readonly Reward[]): string {
  const byId = new Map(rewards.map((reward) => [reward.id, reward]));
  const lines = rows.map(({ id, system, given }) => {
    const known = given instanceof InputError ? null : given;
    const { reward, reason } = byId.get(id) ?? { reward: null, reason: 'It was not judged.' };
    return {
      id,
      system,
      prompt: known?.task.instruction ?? null,
      context: known?.task.context ?? null,
      completion: known?.response ?? null,
      reward,
      reason,
    };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
