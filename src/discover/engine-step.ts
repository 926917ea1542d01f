/** Runs one step of an engine over all its items, and holds the engine to the contract of the seam. */
import type { Step } from '../domain/engine.ts';
import { StepFailedError, type GroundruleError } from '../domain/errors.ts';
import { unscored, type Outcome } from '../domain/outcome.ts';
import type { StepName } from '../domain/step-name.ts';
import { timeStep } from '../run/run-step.ts';
import type { Discovery } from './discovery.ts';

type Outcomes<Value> = Map<string, Outcome<Value>>;

/**
 * One outcome per item, in the items' order whatever order they came in. An item without an outcome is unscored.
 * @throws Error (a bug) where the engine speaks of an item that it was not given
 */
export async function outcomesOf<Item extends { readonly id: string }, Value>(
  { run, task }: Pick<Discovery, 'run' | 'task'>,
  name: StepName,
  step: Step<Item, Value>,
  items: readonly Item[],
): Promise<Outcomes<Value>> {
  const answered = await step(run, task, items);
  const known = new Set(items.map(({ id }) => id));
  for (const id of answered.keys())
    if (!known.has(id))
      throw new Error(`The engine's ${name} step answered for an item that it was not given: ${id}`);
  return new Map(items.map(({ id }) => [id, answered.get(id) ?? unscored('the engine gave no outcome')]));
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
  discovery: Pick<Discovery, 'run' | 'task' | 'usage'>,
  name: StepName,
  step: Step<Item, Value>,
  items: readonly Item[],
  summarize: (values: readonly Value[]) => string,
  { mayFailWhole = false, failure }: StepOptions = {},
): Promise<Outcomes<Value>> {
  if (items.length === 0) return new Map();
  return timeStep(discovery.run, discovery.usage, name, items.length, async () => {
    const outcomes = await outcomesOf(discovery, name, step, items);
    const values: Value[] = [];
    const reasons: string[] = [];
    for (const outcome of outcomes.values())
      if (outcome.status === 'done') values.push(outcome.value);
      else reasons.push(outcome.reason);
    if (values.length === 0 && !mayFailWhole) {
      const inputs = items.length === 1 ? 'its only input' : `all its ${items.length} inputs`;
      const why = [...new Set(reasons)].slice(0, 3).join('; ');
      throw failure?.(why) ?? new StepFailedError(`The ${name} step failed for ${inputs}: ${why}`);
    }
    return { result: outcomes, unscored: reasons.length, summary: summarize(values) };
  });
}
