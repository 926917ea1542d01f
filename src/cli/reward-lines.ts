/** `judge --data --rewards`: a line for each response with its reward, for offline training. */
import { InputError } from '../domain/errors.ts';
import type { ResponseRow } from '../jobs/rows/judge-rows.ts';
import type { JudgedRow } from '../jobs/rows/judged-row.ts';
import type { RowOutput } from '../jobs/rows/row-output.ts';

interface RewardLine {
  readonly id: string;
  readonly system: string;
  readonly prompt: string | null;
  readonly context: string | null;
  readonly completion: string | null;
  /** Null: unscored, never 0. */
  readonly reward: number | null;
  readonly reason: string | null;
}

type Judged = Pick<RewardLine, 'id' | 'reward' | 'reason'>;

/** The output with a look at all rows that go through it. */
export function collectRewards(output: RowOutput<JudgedRow>) {
  const judged: Judged[] = [];
  const collecting: RowOutput<JudgedRow> = {
    earlier: async function* () {
      for await (const row of output.earlier()) {
        judged.push(judgedOf(row));
        yield row;
      }
    },
    keepFirst: async (count) => {
      judged.length = count;
      await output.keepFirst(count);
    },
    append: async (row) => {
      await output.append(row);
      judged.push(judgedOf(row));
    },
  };
  return { output: collecting, lines: (rows: readonly ResponseRow[]) => linesOf(rows, judged) };
}

function judgedOf(row: JudgedRow): Judged {
  if (row.status === 'failed') return { id: row.id, reward: null, reason: row.reason };
  const { score } = row.judgement;
  return { id: row.id, reward: score?.value ?? null, reason: score === undefined ? 'It has no score.' : score.reason };
}

/** JSON Lines, in the order of the input. */
function linesOf(rows: readonly ResponseRow[], judged: readonly Judged[]): string {
  const byId = new Map(judged.map((each) => [each.id, each]));
  const lines = rows.map(({ id, system, given }): RewardLine => {
    const known = given instanceof InputError ? null : given;
    const { reward, reason } = byId.get(id) ?? { reward: null, reason: 'It was not judged.' };
    return {
      ...{ id, system, prompt: known?.task.instruction ?? null, context: known?.task.context ?? null },
      ...{ completion: known?.response ?? null, reward, reason },
    };
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join('');
}
