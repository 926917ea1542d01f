/** Times the steps of a run. */
import type { StepUsage } from '../domain/criteria-set.ts';
import { CancelledError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';

/** Usage of each step, for the run record. */
export type UsageByStep = Partial<Record<StepName, StepUsage>>;

export function throwIfStopped(run: RunContext): void {
  if (run.signal.aborted)
    throw new CancelledError('The run was stopped before it was done.', { cause: run.signal.reason });
}

/**
 * Times a step, emits its events and adds to its usage.
 * @param work `lost`: a reason for each item without a result
 */
export async function timeStep<Result>(
  run: RunContext,
  usage: UsageByStep,
  step: StepName,
  items: number,
  work: () => Promise<{ readonly result: Result; readonly lost: readonly string[]; readonly summary: string }>,
): Promise<Result> {
  throwIfStopped(run);
  run.emit({ type: 'step-start', step, items });
  const startMs = run.clock.monotonicMs();
  const endOf = (lost: readonly string[], summary: string, failed: { readonly isFailed?: true } = {}) => {
    const elapsedMs = run.clock.monotonicMs() - startMs;
    run.emit({ type: 'step-end', step, items, lost, elapsedMs, summary, ...failed });
    return elapsedMs;
  };
  const { result, lost, summary } = await work().catch((error: unknown) => {
    // Nobody waits for it any longer.
    const reason = run.signal.aborted || error instanceof CancelledError ? 'stopped' : 'failed';
    endOf(Array.from<string>({ length: items }).fill(reason), reason, { isFailed: true });
    throw error;
  });
  const elapsedMs = endOf(lost, summary);
  const before = usage[step] ?? { items: 0, unscored: 0, elapsedMs: 0 };
  usage[step] = {
    items: before.items + items,
    unscored: before.unscored + lost.length,
    elapsedMs: before.elapsedMs + elapsedMs,
  };
  throwIfStopped(run);
  return result;
}
