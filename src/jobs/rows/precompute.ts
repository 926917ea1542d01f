/** Discovers the criteria of many instructions, and does only what is missing. */
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { RunContext, RunEvent } from '../../domain/run-context.ts';
import type { StepName } from '../../domain/step-name.ts';
import { askedRow, discoverRow } from './discover-row.ts';
import type { AskedRow, DiscoverRowPorts, Instruction } from './discover-row.ts';
import type { RowOutput } from './row-output.ts';
import type { SpentShare } from './budget-gate.ts';
import { runRows, type PrecomputeOptions, type PrecomputeProgress, type PrecomputeResult } from './run-rows.ts';

export type { PrecomputeOptions, PrecomputeProgress, PrecomputeResult };

interface PrecomputePorts extends DiscoverRowPorts {
  readonly output: RowOutput;
  /** Absent: another process works on the rows, and limits them. */
  readonly spentShare?: SpentShare | undefined;
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
  const rows = instructions.map((instruction) => askedRow(instruction, ports.keyOf));
  const pages = { read: 0, atHand: 0 };
  const discover: DiscoverRowPorts['discover'] = async (rowRun, task) => {
    const set = await ports.discover(rowRun, task);
    const fetched = fetchedPages(set);
    pages.read += fetched.length;
    pages.atHand += fetched.filter((fetchedAt) => fetchedAt < set.run.startedAt).length;
    return set;
  };
  const steps = new Map<string, StepName>();
  let latest: PrecomputeProgress | null = null;
  const reportProgress = () => {
    if (latest !== null) options.onProgress({ ...latest, underWay: counted(steps.values()) });
  };
  const work = async (row: AskedRow, onEvent: (event: RunEvent) => void) => {
    try {
      return await discoverRow(run, { ...ports, discover }, row, (event) => {
        onEvent(event);
        if (event.type !== 'step-start') return;
        steps.set(row.id, event.step);
        reportProgress();
      });
    } finally {
      steps.delete(row.id);
    }
  };
  const onProgress = (progress: PrecomputeProgress) => {
    latest = progress;
    reportProgress();
  };
  const { output, spentShare } = ports;
  return { ...(await runRows(output, rows, work, { ...options, onProgress, spentShare })), pages };
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
