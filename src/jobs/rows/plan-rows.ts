/** What a run over many instructions has still to do, and what it may take by what earlier ones took. Asks nobody. */
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Task } from '../../domain/task.ts';
import { askedRow, type Instruction } from './discover-row.ts';
import {
  discoveryKey,
  hasKeptSet,
  setupDifferences,
  setupOf,
  type DiscoverySetup,
} from '../../precompute/discovery-key.ts';
import type { RowOutput } from './row-output.ts';
import { reuseRows } from './reuse-rows.ts';

export interface RowsPlan {
  readonly total: number;
  /** With a row in the output that holds, or a kept set. */
  readonly cached: number;
  /** Rows that cannot be run, or failed before and are not run again. */
  readonly failed: number;
  readonly toDiscover: readonly Task[];
  /** Null: no stored set was discovered as these would be. */
  readonly measured: MeasuredDiscovery | null;
}

/** What a discovery took on average. */
export interface MeasuredDiscovery {
  /** Stored sets, the newest, that were discovered as these would be. */
  readonly sets: number;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Null: a price is unknown. */
  readonly usd: number | null;
  readonly elapsedMs: number;
}

interface PlanPorts {
  readonly store: StorePort;
  readonly setup: DiscoverySetup;
  /** Null: there is none yet. It is read alone. */
  readonly output: RowOutput | null;
}

export async function planRows(
  { store, setup, output }: PlanPorts,
  instructions: readonly Instruction[],
  retryFailed: boolean,
): Promise<RowsPlan> {
  const rows = instructions.map((instruction) => askedRow(instruction, (task) => discoveryKey(setup, task)));
  const earlier = output === null ? null : await reuseRows(output, rows, retryFailed);
  const toDiscover: Task[] = [];
  let failed = 0;
  for (const [number, { key, task }] of rows.entries()) {
    const row = earlier?.inPlace[number] ?? earlier?.reusable.get(number);
    if (row === undefined ? task instanceof InputError : row.as === 'failed') failed += 1;
    else if (row === undefined && !(task instanceof InputError) && !(await hasKeptSet(store, key)))
      toDiscover.push(task);
  }
  const total = rows.length;
  const cached = total - failed - toDiscover.length;
  return { total, cached, failed, toDiscover, measured: await measuredDiscovery(store, setup) };
}

/** Enough for an average, and little enough to be read at once. */
const MAX_LISTED = 500;
const MAX_MEASURED = 50;

async function measuredDiscovery(store: StorePort, setup: DiscoverySetup): Promise<MeasuredDiscovery | null> {
  const runs: CriteriaSet['run'][] = [];
  for (const { id, mode, engine } of await store.listSets(MAX_LISTED)) {
    if (runs.length === MAX_MEASURED) break;
    if (mode !== setup.mode || engine !== setup.engine.name) continue;
    const set = await store.getSet(id);
    if (set === null || setupDifferences(setupOf(set), setup).length > 0) continue;
    // What was made from cached answers alone does not tell what they took.
    if (set.run.model.length === 0 || set.run.model.some(({ calls }) => calls > 0)) runs.push(set.run);
  }
  if (runs.length === 0) return null;
  const rows = runs.flatMap(({ model }) => model);
  const prices = rows.flatMap((row) => row.usd ?? []);
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / runs.length;
  return {
    sets: runs.length,
    calls: mean(rows.map(({ calls }) => calls)),
    inputTokens: mean(rows.map(({ inputTokens }) => inputTokens)),
    outputTokens: mean(rows.map(({ outputTokens }) => outputTokens)),
    usd: prices.length < rows.length ? null : mean(prices),
    elapsedMs: mean(runs.map(({ elapsedMs }) => elapsedMs)),
  };
}
