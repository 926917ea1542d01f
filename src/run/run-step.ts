/** Times the steps of a run. */
import type { StepUsage } from '../domain/criteria-set.ts';
import { CancelledError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';

/** Adds up what each step did, for the run record. */
export type UsageByStep = Partial<Record<StepName, StepUsage>>;

export function throwIfStopped(run: RunContext): void {
  if (run.signal.aborted)
    throw new CancelledError('The run was stopped before it was done.', { cause: run.signal.reason });
}

/** Times a step, reports its events and keeps its usage; a step that runs in several parts is added up. */
export async function timeStep<Result>(
  run: RunContext,
  usage: UsageByStep,
  step: StepName,
  items: number,
  work: () => Promise<{ readonly result: Result; readonly unscored: number; readonly summary: string }>,
): Promise<Result> {
  throwIfStopped(run);
  run.emit({ type: 'step-start', step, items });
  const startMs = run.clock.monotonicMs();
  const { result, unscored: unscoredCount, summary } = await work();
  const elapsedMs = run.clock.monotonicMs() - startMs;
  const before = usage[step] ?? { items: 0, unscored: 0, elapsedMs: 0 };
  usage[step] = {
    items: before.items + items,
    unscored: before.unscored + unscoredCount,
    elapsedMs: before.elapsedMs + elapsedMs,
  };
  run.emit({ type: 'step-end', step, items, unscored: unscoredCount, elapsedMs, summary });
  throwIfStopped(run);
  return result;
}
