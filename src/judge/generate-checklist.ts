/** Generates the checklist of an instruction on the spot (TICK). */
import { CHECKLIST_VERSION, type Checklist } from '../domain/checklist.ts';
import { StepFailedError } from '../domain/errors.ts';
import type { RunContext } from '../domain/run-context.ts';
import type { Task } from '../domain/task.ts';
import { newItem } from './new-item.ts';
import { withoutNearEqual } from './without-near-equal.ts';
import type { JudgePorts } from './judge.ts';
import { needsModel } from './needs-model.ts';
import { timeStep } from '../run/run-step.ts';
import { withinLimits } from '../run/within-limits.ts';

/**
 * @param examples whether the prompt shows some, as TICK's does
 * @throws InputError without a model; StepFailedError where it wrote no usable list; LimitError; CancelledError
 */
export async function generateChecklist(
  run: RunContext,
  { judge, model }: JudgePorts,
  task: Task,
  examples: boolean,
): Promise<Checklist> {
  if (judge === null) throw needsModel('generating');
  const items = await withinLimits(run, model, () =>
    timeStep(run, {}, 'checklist', 1, async () => {
      const outcome = await judge.generateChecklist(run, task, examples);
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
