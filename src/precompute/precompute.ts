/** Discovers the criteria of many instructions, and does only what is missing. */
import pLimit from 'p-limit';
import type { RunContext } from '../domain/run-context.ts';
import {
  askedRow,
  discoverRow,
  type AskedRow,
  type DiscoverRowPorts,
  type EndedRow,
  type Instruction,
} from './discover-row.ts';
import { inOrder } from './in-order.ts';
import { createOutage } from './outage.ts';
import type { RowOutput } from './precomputed-row.ts';
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

/** Numbers of rows. What `done`, `cached` and `failed` leave of the total is still to be run. */
export interface PrecomputeProgress {
  readonly total: number;
  /** Discovered by this run. */
  readonly done: number;
  /** Discovered before, and not run again. */
  readonly cached: number;
  /** Now or before. */
  readonly failed: number;
  /** Rows of an earlier run that no longer hold, and are dropped. */
  readonly outdated: number;
}

export interface PrecomputeResult extends PrecomputeProgress {
  /** What kept rows from being run: a limit, a signal, a setting that is refused, a store or a server that does not work; null: all were run. */
  readonly stoppedBy: Error | null;
}

/**
 * One output row for each instruction, in their order: the same bytes whatever was interrupted and resumed.
 * A row that fails does not stop the others. What concerns them all does: then no further row is started, and those
 * under way are awaited and kept.
 */
export async function precompute(
  run: RunContext,
  ports: PrecomputePorts,
  instructions: readonly Instruction[],
  { rowsAtOnce, retryFailed, onProgress }: PrecomputeOptions,
): Promise<PrecomputeResult> {
  const { output } = ports;
  const asked = instructions.map((instruction) => askedRow(instruction, ports.keyOf));
  const { inPlace, reusable, outdated } = await reuseRows(output, asked, retryFailed);
  const counts = { done: 0, cached: 0, failed: 0 };
  const progress = (): PrecomputeProgress => ({ total: asked.length, ...counts, outdated });
  for (const as of inPlace) counts[as] += 1;
  onProgress(progress());

  const rows = inOrder<EndedRow>(inPlace.length, async ({ row }) => output.append(await row()));
  let stoppedBy: Error | null = null;
  const isStopped = () => stoppedBy !== null;
  const outage = createOutage<readonly [number: number, ended: EndedRow]>();
  async function put(number: number, ended: EndedRow): Promise<void> {
    counts[ended.as] += 1;
    onProgress(progress());
    await rows.put(number, ended);
  }
  const putReleased = async () => {
    await Promise.all(outage.release().map(([number, ended]) => put(number, ended)));
  };
  /** Where the server answered no row at all, nothing tells that a row is to blame. */
  async function endOutage(): Promise<void> {
    if (counts.done === 0) outage.stop();
    await putReleased();
  }
  async function runRow(number: number, row: AskedRow): Promise<void> {
    const ended = reusable.get(number) ?? (await discoverRow(run, ports, row));
    if (ended.noAnswer !== undefined) {
      outage.hold([number, ended], ended.noAnswer);
      return;
    }
    // What a stop left missing stays so.
    if (ended.as === 'done' && !isStopped()) await putReleased();
    await put(number, ended);
  }

  const stop = (error: unknown): void => {
    stoppedBy ??= error instanceof Error ? error : new Error(String(error));
  };
  const limit = pLimit(rowsAtOnce);
  await Promise.all(
    asked.slice(inPlace.length).map((row, index) =>
      limit(async () => {
        if (stoppedBy === null) await runRow(inPlace.length + index, row).catch(stop);
      }),
    ),
  );
  if (!isStopped()) await endOutage().catch(stop);
  return { ...progress(), stoppedBy };
}
