/** Runs many rows, and does only what an earlier run did not. */
import type { RunEvent } from '../../domain/run-context.ts';
import type { StepName } from '../../domain/step-name.ts';
import { createOutage } from '../outage.ts';
import { createRunner } from '../runner.ts';
import { createBudgetGate, type SpentShare } from './budget-gate.ts';
import type { AskedRow, EndedRow } from './discover-row.ts';
import { reuseRows } from './reuse-rows.ts';
import type { OutputRow, RowOutput } from './row-output.ts';

export interface PrecomputeOptions {
  /** Instructions under way at once, at least 1. */
  readonly rowsAtOnce: number;
  /** Runs rows again that failed in an earlier run. */
  readonly retryFailed: boolean;
  readonly onProgress: (progress: PrecomputeProgress) => void;
}

/** Numbers of rows, each counted once. What they leave of the total is still to be run. */
export interface PrecomputeProgress {
  readonly total: number;
  /** Discovered by this run, with criteria. */
  readonly done: number;
  /** Discovered before, and not run again. */
  readonly cached: number;
  /** Discovered now or before, and nothing was found. */
  readonly withoutCriteria: number;
  /** Discovered by this run, but for what a server did not answer: the next run makes them good. */
  readonly incomplete: number;
  /** Now or before. */
  readonly failed: number;
  /** Rows of an earlier run that no longer hold or are not asked for, and are dropped. */
  readonly outdated: number;
  /** Rows under way, by the step that they are at. */
  readonly underWay?: Readonly<Partial<Record<StepName, number>>>;
}

export interface PrecomputeResult extends PrecomputeProgress {
  /** What kept rows from being run: a limit, a signal, a setting that is refused, a store or a server that does not work; null: all were run. */
  readonly stoppedBy: Error | null;
  /** Why rows failed, now or before, with how many did so for it; the most first. */
  readonly failures: readonly (readonly [reason: string, rows: number])[];
}

/**
 * Writes one output row for each input row, in their order: the same bytes whatever was interrupted and resumed. A row
 * that fails does not stop the others; an error that concerns them all does: then no further row is begun, and those
 * under way are awaited, and all that have ended are kept.
 * @param work ends a row, and hands on its events; every error that it throws concerns all rows
 */
export async function runRows<Asked extends Pick<AskedRow, 'id' | 'key'>, Row extends OutputRow>(
  output: RowOutput<Row>,
  rows: readonly Asked[],
  work: (row: Asked, onEvent: (event: RunEvent) => void) => Promise<EndedRow<Row>>,
  {
    rowsAtOnce,
    retryFailed,
    onProgress,
    spentShare,
  }: PrecomputeOptions & { readonly spentShare: SpentShare | undefined },
): Promise<PrecomputeResult> {
  const { inPlace, reusable, unanswered, outdated } = await reuseRows(output, rows, retryFailed);
  await output.keepFirst(inPlace.length);
  const failures = new Map<string, number>();
  const counts = { done: 0, cached: 0, withoutCriteria: 0, incomplete: 0, failed: 0 };
  const progress = (): PrecomputeProgress => ({ total: rows.length, ...counts, outdated });
  const count = ({ as, isEmpty, reason = '' }: Omit<EndedRow, 'row'>): void => {
    if (as === 'failed') failures.set(reason, (failures.get(reason) ?? 0) + 1);
    counts[isEmpty === true ? 'withoutCriteria' : as] += 1;
  };
  inPlace.forEach(count);
  onProgress(progress());

  const { append, appendRest } = inOrder<EndedRow<Row>>(inPlace.length, async ({ row, json }) => {
    if (json === undefined || output.appendJson === undefined) await output.append(await row());
    else await output.appendJson(await json());
  });
  async function put({ number, ended }: NumberedRow<Row>): Promise<void> {
    count(ended);
    onProgress(progress());
    await append(number, ended);
  }

  const runner = createRunner({ concurrency: rowsAtOnce, endsRun: () => true });
  const outage = createOutage<NumberedRow<Row>>((row) => void put(row).catch(runner.stop));
  const gate = spentShare === undefined ? null : createBudgetGate(spentShare);
  const isStopped = () => runner.stoppedBy() !== null;
  const workInTurn = (
    row: Asked,
    onEvent: (event: RunEvent) => void,
    hasSpent: () => boolean,
  ): Promise<EndedRow<Row>> => {
    if (gate === null) return work(row, onEvent);
    return gate.run(() => {
      const stoppedBy = runner.stoppedBy();
      if (stoppedBy !== null) throw stoppedBy;
      return work(row, onEvent);
    }, hasSpent);
  };
  const runRow = async (row: Asked, index: number): Promise<void> => {
    const number = inPlace.length + index;
    const answers = { now: 0, kept: 0 };
    const onEvent = (event: RunEvent): void => {
      if (event.type !== 'model-call') return;
      if (event.isAnswered) answers.now += 1;
      else if (!event.isFailed) answers.kept += 1;
      // Rows that are held when the run is stopped stay missing: the next run does them.
      if (event.isAnswered && !isStopped()) outage.answered();
    };
    const ended = reusable.get(number) ?? (await workInTurn(row, onEvent, () => answers.now > 0));
    reusable.delete(number);
    // The calls of another process are not heard of.
    if (ended.as === 'done' && gate === null && !isStopped()) outage.answered();
    const { noAnswer } = ended;
    // An earlier run was left at the same place. The row is written, so that the next run knows it and does not stop for it.
    const isSilentAgain = answers.kept > 0 && answers.now === 0;
    if (noAnswer !== undefined && !unanswered.has(number) && !isSilentAgain) {
      outage.hold({ number, ended }, noAnswer);
      return;
    }
    await put({ number, ended });
    if (noAnswer !== undefined && !unanswered.has(number)) outage.met(noAnswer);
  };
  try {
    await runner.run(rows.slice(inPlace.length), runRow);
    if (!isStopped()) outage.end();
  } catch (error) {
    runner.stop(error);
  }
  try {
    for (const [number, ended] of reusable) await put({ number, ended });
    await appendRest();
    await output.finish?.();
  } catch (error) {
    runner.stop(error);
  }
  return {
    ...progress(),
    stoppedBy: runner.stoppedBy(),
    failures: [...failures].sort(([, a], [, b]) => b - a),
  };
}

interface NumberedRow<Row> {
  readonly number: number;
  readonly ended: EndedRow<Row>;
}

/**
 * Hands on items in the order of their numbers, in whatever order they come: resolves when the item is handed on, or at
 * once where it waits for earlier ones. Once `handOn` has failed it is not called again, and all that follows fails.
 */
function inOrder<Item>(first: number, handOn: (item: Item) => Promise<void>) {
  const waiting = new Map<number, Item>();
  let next = first;
  let last = Promise.resolve();

  async function handOnReady(): Promise<void> {
    for (let item = waiting.get(next); item !== undefined; item = waiting.get(next)) {
      waiting.delete(next);
      await handOn(item);
      next += 1;
    }
  }

  async function handOnRest(): Promise<void> {
    for (const number of [...waiting.keys()].sort((a, b) => a - b)) {
      next = number;
      await handOnReady();
    }
  }

  return {
    append: (number: number, item: Item): Promise<void> => {
      waiting.set(number, item);
      last = last.then(handOnReady);
      return last;
    },
    /** Items that wait for ones that will not come. */
    appendRest: () => last.then(handOnRest),
  };
}
