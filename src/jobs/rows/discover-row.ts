/** Discovers one instruction of many: from the store where its set is kept, or now; a failure is its outcome. */
import type { OutputRow } from './row-output.ts';
import { incompleteText, type CriteriaSet } from '../../domain/criteria-set.ts';
import { GroundruleError, InputError, messageOf, NoAnswerError, UnavailableError } from '../../domain/errors.ts';
import type { CriteriaSetId } from '../../domain/ids.ts';
import type { StorePort } from '../../domain/ports.ts';
import { partOf, type RunContext, type RunEvent } from '../../domain/run-context.ts';
import { parseTask, type Task } from '../../domain/task.ts';
import { throwIfStopped } from '../../run/run-step.ts';
import { keptSetId } from '../../precompute/discovery-key.ts';
import type { PrecomputedRow } from '../../precompute/precomputed-row.ts';
import { readContent, readContentJson } from '../../precompute/set-outline.ts';
import { concernsAll } from '../runner.ts';

/** One row of the input. */
export interface Instruction {
  /** Unlike those of all other rows. */
  readonly id: string;
  readonly instruction: string;
  readonly context: string | null;
  /** Present where the row cannot be used: it names its place, and the row fails of it. */
  readonly problem?: InputError | undefined;
}

export interface DiscoverRowPorts {
  readonly store: StorePort;
  /** Discovers and stores; may one day do so on another machine. */
  readonly discover: (run: RunContext, task: Task) => Promise<CriteriaSet>;
  /** Equal only where `discover` would give the same content. */
  readonly keyOf: (task: Task) => string;
}

export interface AskedRow {
  readonly id: string;
  readonly key: string;
  /** The error says why the row cannot be run. */
  readonly task: Task | InputError;
  /** True: whoever read the rows has reported the error, which names the row. */
  readonly isReported?: boolean;
}

export interface EndedRow<Row = PrecomputedRow> {
  readonly as: 'done' | 'cached' | 'incomplete' | 'failed';
  /** True: what was done, now or before, gave no criteria. */
  readonly isEmpty?: boolean;
  /** Why it failed. */
  readonly reason?: string;
  /** Present where the row failed because a server fell silent: it may be no failure of its own. */
  readonly noAnswer?: NoAnswerError;
  /** Reads the set when it is wanted: held back by a slow row, many sets would take much memory. */
  readonly row: () => Promise<Row>;
  /** The same as JSON, where that takes less time. */
  readonly json?: () => Promise<string>;
}

type RowOutcome =
  { readonly status: 'done' } | { readonly status: 'incomplete' | 'no-criteria'; readonly reason: string };

export function askedRow(
  { id, instruction, context, problem }: Instruction,
  keyOf: DiscoverRowPorts['keyOf'],
): AskedRow {
  if (problem !== undefined)
    return { id, key: keyOf({ instruction: problem.message, context: null }), task: problem, isReported: true };
  try {
    const task = parseTask(instruction, context);
    return { id, key: keyOf(task), task };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { id, key: keyOf({ instruction, context }), task: error };
  }
}

/** The tasks of the rows that can be run. */
export function tasksOf(instructions: readonly Instruction[]): readonly Task[] {
  return instructions.flatMap((row) => {
    const { task } = askedRow(row, () => '');
    return task instanceof InputError ? [] : [task];
  });
}

/** @throws what is not this row's affair alone: CancelledError, LimitError, SettingError, UnavailableError */
export async function discoverRow(
  run: RunContext,
  { store, discover }: DiscoverRowPorts,
  { id, key, task, isReported = false }: AskedRow,
  onEvent?: (event: RunEvent) => void,
): Promise<EndedRow> {
  throwIfStopped(run);
  const ownRun = ofRow(run, id, onEvent);
  const lost = (setId: CriteriaSetId) => new UnavailableError(`The store ${store.location} has lost the set ${setId}.`);
  const rowOfSet = (setId: CriteriaSetId, outcome: RowOutcome) => {
    const row = async (): Promise<PrecomputedRow> => {
      const content = await readContent(store, setId);
      if (content === null) throw lost(setId);
      return { id, key, ...outcome, set: { id: setId, content } };
    };
    const json = async (): Promise<string> => {
      const content = await readContentJson(store, setId);
      if (content === null) return JSON.stringify(await row());
      const beginning = JSON.stringify({ id, key, ...outcome });
      return `${beginning.slice(0, -1)},"set":{"id":${JSON.stringify(setId)},"content":${content}}}`;
    };
    return { row, json };
  };
  const ofSet = (as: 'done' | 'cached', { id: setId, content: found }: CriteriaSet): EndedRow => {
    const incomplete = incompleteText(found.unanswered);
    const isEmpty = incomplete === null && found.criteria.length === 0;
    // The closing warning of a set without criteria says why there are none.
    const reason = incomplete ?? (isEmpty ? (found.warnings.at(-1) ?? 'No criteria were found.') : null);
    if (reason !== null) ownRun.emit({ type: 'warning', message: reason });
    const outcome: RowOutcome =
      reason === null ? { status: 'done' } : { status: incomplete !== null ? 'incomplete' : 'no-criteria', reason };
    return { as: incomplete === null ? as : 'incomplete', isEmpty, ...rowOfSet(setId, outcome) };
  };
  const ofKept = async (setId: CriteriaSetId): Promise<EndedRow | null> => {
    const summary = await store.getSetSummary(setId);
    if (summary === null) return null;
    // What is kept for a key is complete.
    if (summary.criteria > 0) return { as: 'cached', isEmpty: false, ...rowOfSet(setId, { status: 'done' }) };
    const set = await store.getSet(setId);
    return set === null ? null : ofSet('cached', set);
  };
  try {
    if (task instanceof InputError) throw task;
    const keptId = await keptSetId(store, key);
    const kept = keptId === null ? null : await ofKept(keptId);
    if (kept !== null) return kept;
    const set = await discover(ownRun, task);
    if (set.content.unanswered === undefined) await store.kept.put('discovery', key, set.id);
    return ofSet('done', set);
  } catch (error) {
    return failedRow(isReported ? null : ownRun, error, (failure) => ({ id, key, status: 'failed', ...failure }));
  }
}

type RowFailure = Required<Pick<OutputRow, 'reason'>> & Pick<OutputRow, 'isUnanswered'>;

/**
 * @param ownRun warns of the error; null: nobody need be warned
 * @throws the error, where it is not the row's affair alone
 */
export function failedRow<Row>(
  ownRun: RunContext | null,
  error: unknown,
  rowOf: (failure: RowFailure) => Row,
): EndedRow<Row> {
  if (concernsAll(error)) throw error;
  const reason = reasonOf(error);
  ownRun?.emit({ type: 'warning', message: reason });
  if (!(error instanceof NoAnswerError)) return { as: 'failed', reason, row: async () => rowOf({ reason }) };
  return { as: 'failed', reason, row: async () => rowOf({ reason, isUnanswered: true }), noAnswer: error };
}

/** A bug that one instruction brings out is no reason to keep the others waiting. */
function reasonOf(error: unknown): string {
  if (error instanceof GroundruleError) return error.message;
  return `A bug in groundrule: ${messageOf(error)}`;
}

/**
 * Steps of many rows would only get in each other's way; what a row warns of is said with its name.
 * @param onEvent hears all events
 */
export function ofRow(run: RunContext, id: string, onEvent: (event: RunEvent) => void = () => undefined): RunContext {
  return {
    ...partOf(run, id),
    emit: (event) => {
      if (event.type === 'warning') run.emit({ type: 'warning', message: `${id}: ${event.message}` });
      onEvent(event);
    },
  };
}
