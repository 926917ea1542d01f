/** Judges the responses of many systems, each by the criteria of its instruction, and ranks the systems. */
import type { Checklist, ChecklistItem } from '../../domain/checklist.ts';
import type { Row } from '../../data/row.ts';
import type { NamedResponse } from '../../domain/comparison.ts';
import { InputError, NoAnswerError } from '../../domain/errors.ts';
import type { Judgement } from '../../domain/judgement.ts';
import type { RunContext, RunEvent } from '../../domain/run-context.ts';
import type { Task } from '../../domain/task.ts';
import { leaderboard, type Leaderboard } from '../../measure/leaderboard.ts';
import type { SpentShare } from './budget-gate.ts';
import { failedRow, ofRow, type EndedRow } from './discover-row.ts';
import { runRows, type PrecomputeOptions, type PrecomputeResult } from './run-rows.ts';
import { reuseRows } from './reuse-rows.ts';
import type { RowOutput } from './row-output.ts';
import type { UnansweredCalls } from '../../run/no-answer.ts';
import { throwIfStopped } from '../../run/run-step.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { collectRated } from './collect-rated.ts';
import type { JudgedRow } from './judged-row.ts';

/** What a response is judged by. */
export type CriteriaSource =
  /** The same for all of its rows. */
  | { readonly kind: 'checklist'; readonly checklist: Checklist }
  /** Of its own row. */
  | { readonly kind: 'questions'; readonly items: Row['items'] }
  /** A stored set of criteria. */
  | { readonly kind: 'set'; readonly id: string }
  /** Written from the instruction, or discovered for it: what is kept already is not made again. */
  | { readonly kind: 'generated' | 'discovered' };

/** One row of the input. */
export interface ResponseRow {
  /** Unlike those of all other rows. */
  readonly id: string;
  /** Empty where a row that cannot be read does not say. */
  readonly system: string;
  readonly category: string | null;
  /** Or why there is nothing to judge. */
  readonly given: { readonly task: Task; readonly response: string } | InputError;
  readonly by: CriteriaSource;
}

export interface JudgeRowsPorts {
  readonly output: RowOutput<JudgedRow>;
  readonly checklistOf: (run: RunContext, by: CriteriaSource, task: Task) => Promise<Checklist>;
  readonly judge: JudgeOne;
  /** Equal only where verdicts and criteria would be found in the same way. */
  readonly setupKey: (by: CriteriaSource) => unknown;
  /** Absent: another process works on the rows, and limits them. */
  readonly spentShare?: SpentShare | undefined;
}

/** Judges one response and stores the judgement. */
export type JudgeOne = (run: RunContext, input: NamedResponse & { checklist: Checklist }) => Promise<JudgedOnce>;

export interface JudgedOnce {
  readonly judgement: Judgement & { readonly id: string };
  /** Questions that are open; null: none. */
  readonly unanswered: UnansweredCalls | null;
}

export interface JudgedRowsResult extends PrecomputeResult {
  /** Of all rows of the output. */
  readonly leaderboard: Leaderboard;
}

/** One output row for each response, as `runRows` makes them. */
export async function judgeRows(
  run: RunContext,
  ports: JudgeRowsPorts,
  rows: readonly ResponseRow[],
  options: PrecomputeOptions,
): Promise<JudgedRowsResult> {
  const collected = collectRated(ports.output);
  const keyed = rows.map((row) => ({ ...row, key: keyOf(row, ports) }));
  const result = await runRows(collected.output, keyed, (row, onEvent) => judgeRow(run, ports, row, onEvent), {
    ...options,
    spentShare: ports.spentShare,
  });
  const [rated, missing] = collected.rated();
  const { stoppedBy } = result;
  if (stoppedBy === null) return { ...result, leaderboard: leaderboard(rated, missing) };
  const written = collected.ids();
  const open = rows.flatMap(({ id, system }) => (written.has(id) ? [] : [{ system, reason: stoppedBy.message }]));
  const board = leaderboard(rated, [...missing, ...open]);
  const stopped = { judged: rated.length, responses: rows.length };
  return { ...result, leaderboard: open.length === 0 ? board : { ...board, stopped } };
}

/** Those that `output` does not hold: it is read alone. */
export async function missingRows(
  ports: Pick<JudgeRowsPorts, 'setupKey'>,
  output: RowOutput<JudgedRow>,
  rows: readonly ResponseRow[],
  retryFailed: boolean,
): Promise<readonly ResponseRow[]> {
  const keyed = rows.map((row) => ({ ...row, key: keyOf(row, ports) }));
  const { inPlace, reusable } = await reuseRows(output, keyed, retryFailed);
  return keyed.filter((_row, number) => number >= inPlace.length && !reusable.has(number));
}

function keyOf({ system, category, given, by }: ResponseRow, { setupKey }: Pick<JudgeRowsPorts, 'setupKey'>): string {
  const content = given instanceof InputError ? { reason: given.message } : given;
  return sha256Hex(canonicalJson({ rowVersion: 1, system, category, asked: content, by: setupKey(by) }));
}

/** @throws what is not this row's affair alone: CancelledError, LimitError, SettingError, UnavailableError */
async function judgeRow(
  run: RunContext,
  { checklistOf, judge }: JudgeRowsPorts,
  { id, key, system, category, given, by }: ResponseRow & { readonly key: string },
  onEvent: (event: RunEvent) => void,
): Promise<EndedRow<JudgedRow>> {
  throwIfStopped(run);
  const ownRun = ofRow(run, id, onEvent);
  const base = { id, key, system, category };
  try {
    if (given instanceof InputError) throw given;
    const checklist = { ...(await checklistOf(ownRun, by, given.task)), task: given.task };
    const { judgement, unanswered } = await judge(ownRun, { name: id, response: given.response, checklist });
    const { verdicts, warnings, score } = judgement;
    // By number, not by place: `--top` leaves some out.
    const numberOf = (item: ChecklistItem) => Number(item.id.slice(1));
    const themesOf = (item: ChecklistItem) => [
      ...((by.kind === 'questions' ? by.items[numberOf(item) - 1]?.themes : null) ?? []),
      ...item.categories,
      ...(item.origin === 'user' ? [] : [item.origin === 'instruction' ? 'stated' : 'implied']),
    ];
    const items = judgement.checklist.items.flatMap((item, at) => {
      const verdict = verdicts[at]?.verdict;
      if (verdict === undefined) return [];
      const { id, text, weight, importance } = item;
      const points = score === undefined && weight >= 0 ? {} : { weight };
      const named = score === undefined || importance === undefined ? {} : { importance };
      return [{ id, text, themes: themesOf(item), ...points, ...named, verdict }];
    });
    const scored = score === undefined ? {} : { score };
    const judged = { id: judgement.id, task: judgement.checklist.task, items, ...scored, warnings };
    if (unanswered === null) return { as: 'done', row: async () => ({ ...base, status: 'done', judgement: judged }) };
    const { reason, isAll } = unanswered;
    ownRun.emit({ type: 'warning', message: reason });
    return {
      as: 'incomplete',
      row: async () => ({ ...base, status: 'incomplete', reason, judgement: judged }),
      ...(isAll ? { noAnswer: new NoAnswerError(reason) } : {}),
    };
  } catch (error) {
    // Whoever read the rows has reported why one cannot be used.
    return failedRow(given instanceof InputError ? null : ownRun, error, (failure) => ({
      ...base,
      status: 'failed',
      ...failure,
    }));
  }
}
