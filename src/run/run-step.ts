/** Runs one step of an engine over all its items, and holds the engine to the contract of the seam. */
import type { StepUsage } from '../domain/criteria-set.ts';
import type { Step } from '../domain/engine.ts';
import { CancelledError, StepFailedError, type GroundruleError } from '../domain/errors.ts';
import type { Outcome } from '../domain/outcome.ts';
import { unscored } from '../domain/outcome.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { StepName } from '../domain/step-name.ts';
import type { Task } from '../domain/task.ts';

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

/**
 * One outcome per item, in the items' order whatever order they came in. An item without an outcome is unscored.
 * @throws Error (a bug) where the engine speaks of an item that it was not given
 */
export async function outcomesOf<Item extends { readonly id: string }, Value>(
  run: RunContext,
  name: StepName,
  step: Step<Item, Value>,
  task: Task,
  items: readonly Item[],
): Promise<Map<string, Outcome<Value>>> {
  const answered = await step(run, task, items);
  const known = new Set(items.map((item) => item.id));
  for (const id of answered.keys())
    if (!known.has(id))
      throw new Error(`The engine's ${name} step answered for an item that it was not given: ${id}`);
  return new Map(
    items.map((item) => [item.id, answered.get(item.id) ?? unscored('the engine gave no outcome')]),
  );
}

interface StepOptions {
  /** For steps that have a safe way on without any verdict. */
  readonly mayFailWhole?: boolean;
  /** What it means that every item is unscored, by their reasons; default: that the step failed. */
  readonly failure?: (reasons: string) => GroundruleError;
}

/**
 * All items of a step at once: their outcomes as `outcomesOf` gives them.
 * @throws StepFailedError, or the error that the step names, where every item is unscored, unless it may fail whole
 * @throws Error (a bug) where the engine speaks of an item that it was not given
 */
export async function runStep<Item extends { readonly id: string }, Value>(
  run: RunContext,
  usage: UsageByStep,
  name: StepName,
  step: Step<Item, Value>,
  task: Task,
  items: readonly Item[],
  summarize: (values: readonly Value[]) => string,
  { mayFailWhole = false, failure }: StepOptions = {},
): Promise<Map<string, Outcome<Value>>> {
  if (items.length === 0) return new Map();
  return timeStep(run, usage, name, items.length, async () => {
    const outcomes = await outcomesOf(run, name, step, task, items);
    const reasons = [...outcomes.values()].flatMap((outcome) =>
      outcome.status === 'unscored' ? [outcome.reason] : [],
    );
    if (reasons.length === items.length && !mayFailWhole) {
      const inputs = items.length === 1 ? 'its only input' : `all its ${items.length} inputs`;
      const why = [...new Set(reasons)].slice(0, 3).join('; ');
      throw failure?.(why) ?? new StepFailedError(`The ${name} step failed for ${inputs}: ${why}`);
    }
    const values = [...outcomes.values()].flatMap((outcome) =>
      outcome.status === 'done' ? [outcome.value] : [],
    );
    return { result: outcomes, unscored: reasons.length, summary: summarize(values) };
  });
}
