/** Generates the checklist of an instruction on the spot (TICK). */
import { requireCapability } from '../domain/engine.ts';
import { CHECKLIST_VERSION, type Checklist } from '../domain/checklist.ts';
import { StepFailedError } from '../domain/errors.ts';
import type { CallPlan } from '../domain/plan.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { newItem } from './new-item.ts';
import { withoutNearEqual } from './without-near-equal.ts';
import type { JudgePorts } from './judge.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

/**
 * @param examples whether the prompt shows some, as TICK's does
 * @throws InputError without a model; StepFailedError where it wrote no usable list; LimitError; CancelledError
 */
export async function generateChecklist(
  run: RunContext,
  { engine, model }: JudgePorts,
  task: Task,
  examples: boolean,
): Promise<Checklist> {
  requireCapability(engine, 'generatesChecklists');
  const items = await withinLimits(run, model, () =>
    timeStep(run, {}, 'checklist', 1, async () => {
      const outcome = await engine.generateChecklist(run, { task, examples });
      if (outcome.status === 'unscored')
        throw new StepFailedError(`The checklist could not be generated: ${outcome.reason}`);
      const summary = `${outcome.value.length} items from the instruction`;
      return { result: outcome.value, unscored: 0, summary };
    }),
  );
  return withoutNearEqual({
    checklistVersion: CHECKLIST_VERSION,
    task,
    items: items.map((item, index) => newItem(index + 1, { ...item, origin: 'model' })),
    leftOut: [],
  });
}

/** The most that TICK's checklists usually have. */
export const GENERATED_ITEMS = 8;
/** What a prompt that shows examples takes for them. */
const EXAMPLES_TOKENS = 900;

/** @param taskTokens of the instruction; @param items that the list is taken to have */
export function planChecklist(plan: CallPlan, taskTokens: number, items: number): void {
  plan.add('generateChecklist', { items, shownPerCall: EXAMPLES_TOKENS + taskTokens });
}
