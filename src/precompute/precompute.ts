/** Works on many rows, such as discovers the criteria of many instructions, and does only what is missing. */
import pLimit from 'p-limit';
import { UnavailableError, type NoAnswerError } from '../domain/errors.ts';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';
import { askedRow, discoverRow } from './discover-row.ts';
import type { AskedRow, DiscoverRowPorts, EndedRow, Instruction } from './discover-row.ts';
import type { OutputRow, RowOutput } from './precomputed-row.ts';
import { reuseRows } from './reuse-rows.ts';

interface PrecomputePorts extends DiscoverRowPorts {
  readonly output: RowOutput;
}

export interface PrecomputeOptions {
  /** Instructions under way at once, at least 1. */
  readonly rowsAtOnce: number;
  /** Whether rows that failed in an earlier run are run again. */
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

export interface DiscoveredRows extends PrecomputeResult {
  /** Pages of the web that this run's discoveries read, and how many of them had been fetched before, for another row or run. */
  readonly pages: { readonly read: number; readonly atHand: number };
}

/** One output row for each instruction, as `runRows` makes them. */
export async function precompute(
  run: RunContext,
  ports: PrecomputePorts,
  instructions: readonly Instruction[],
  options: PrecomputeOptions,
): Promise<DiscoveredRows> {
  const asked = instructions.map((instruction) => askedRow(instruction, ports.keyOf));
  const pages = { read: 0, atHand: 0 };
  const discover: DiscoverRowPorts['discover'] = async (...given) => {
    const set = await ports.discover(...given);
    const fetched = fetchedPages(set);
    pages.read += fetched.length;
    pages.atHand += fetched.filter((fetchedAt) => fetchedAt < set.run.startedAt).length;
    return set;
  };
  const steps = new Map<string, StepName>();
  let latest: PrecomputeProgress | null = null;
  const tell = () => {
    if (latest !== null) options.onProgress({ ...latest, underWay: counted(steps.values()) });
  };
  const work = async (row: AskedRow) => {
    try {
      return await discoverRow(run, { ...ports, discover }, row, (step) => {
        steps.set(row.id, step);
        tell();
      });
    } finally {
      steps.delete(row.id);
    }
  };
  const onProgress = (progress: PrecomputeProgress) => {
    latest = progress;
    tell();
  };
  return { ...(await runRows(ports.output, asked, work, { ...options, onProgress })), pages };
}

/** When each page of the web that a set rests on was fetched (ISO 8601). */
function fetchedPages({ content, run }: CriteriaSet): readonly string[] {
  const ofTheWeb = content.sources.filter(({ via }) => via === 'web');
  return ofTheWeb.flatMap(({ id }) => run.fetchedAt[id] ?? []);
}

function counted<Name extends string>(names: Iterable<Name>): Partial<Record<Name, number>> {
  const counts: Partial<Record<Name, number>> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

/**
 * One output row for each that is asked, in their order: the same bytes whatever was interrupted and resumed.
 * A row that fails does not stop the others. What concerns them all does: then no further row is started, and those
 * under way are awaited and kept.
 * @param work ends a row; what it throws concerns all rows
 */
export async function runRows<Asked extends Pick<AskedRow, 'id' | 'key'>, Row extends OutputRow>(
  output: RowOutput<Row>,
  asked: readonly Asked[],
  work: (row: Asked) => Promise<EndedRow<Row>>,
  { rowsAtOnce, retryFailed, onProgress }: PrecomputeOptions,
): Promise<PrecomputeResult> {
  const { inPlace, reusable, outdated } = await reuseRows(output, asked, retryFailed);
  await output.keepFirst(inPlace.length);
  const failures = new Map<string, number>();
  const counts = { done: 0, cached: 0, withoutCriteria: 0, incomplete: 0, failed: 0 };
  const progress = (): PrecomputeProgress => ({ total: asked.length, ...counts, outdated });
  const count = ({ as, isEmpty, reason = '' }: Omit<EndedRow, 'row'>): void => {
    if (as === 'failed') failures.set(reason, (failures.get(reason) ?? 0) + 1);
    counts[isEmpty === true ? 'withoutCriteria' : as] += 1;
  };
  inPlace.forEach(count);
  onProgress(progress());

  const append = inOrder<EndedRow<Row>>(inPlace.length, async ({ row }) => output.append(await row()));
  async function put(number: number, ended: EndedRow<Row>): Promise<void> {
    count(ended);
    onProgress(progress());
    await append(number, ended);
  }

  /** Rows that the model's server answered nothing for: held back until it is known whether it is down. */
  let held: (readonly [number: number, ended: EndedRow<Row>])[] = [];
  /** The server has answered since: what it did not answer is their own failure. */
  async function putHeld(): Promise<void> {
    const released = held;
    held = [];
    await Promise.all(released.map(([number, ended]) => put(number, ended)));
  }

  let answeredRows = 0;
  let stoppedBy: Error | null = null;
  const isStopped = () => stoppedBy !== null;
  const stop = (error: unknown): void => {
    stoppedBy ??= error instanceof Error ? error : new Error(String(error));
  };
  async function runRow(number: number, row: Asked): Promise<void> {
    const ended = reusable.get(number) ?? (await work(row));
    if (ended.noAnswer !== undefined) {
      held.push([number, ended]);
      if (held.length >= MAX_UNANSWERED_ROWS) throw serverIsDown(held.length, ended.noAnswer);
      return;
    }
    // What a stop left missing stays so.
    if (ended.as === 'done') {
      answeredRows += 1;
      if (!isStopped()) await putHeld();
    }
    await put(number, ended);
  }
  const limit = pLimit(rowsAtOnce);
  await Promise.all(
    asked.slice(inPlace.length).map((row, index) =>
      limit(async () => {
        if (!isStopped()) await runRow(inPlace.length + index, row).catch(stop);
      }),
    ),
  );
  const unanswered = held.at(-1)?.[1].noAnswer;
  // Where the server answered no row at all, nothing tells that a row is to blame.
  if (answeredRows === 0 && unanswered !== undefined) stop(serverIsDown(held.length, unanswered));
  if (!isStopped()) await putHeld().catch(stop);
  return { ...progress(), stoppedBy, failures: [...failures].sort(([, a], [, b]) => b - a) };
}

/** One may be the row's own fault, as where its text is what the server stumbles over. */
const MAX_UNANSWERED_ROWS = 3;

function serverIsDown(count: number, error: NoAnswerError): UnavailableError {
  const rows = count === 1 ? 'a row' : `${count} rows on end`;
  return new UnavailableError(
    `The model’s server answered nothing for ${rows}. ${error.message.replace(/\.$/u, '')}.`,
    {
      advice: 'Mend it or wait, then run again: these rows are still missing, and are run then.',
      cause: error,
    },
  );
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

  return (number: number, item: Item): Promise<void> => {
    waiting.set(number, item);
    last = last.then(handOnReady);
    return last;
  };
}
