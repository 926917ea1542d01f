/** What judges are shown beside the responses, prepared once for a task. */
import { concretizeDimensions } from '../../../agents/concretize-dimensions.ts';
import { proposeDimensions } from '../../../agents/propose-dimensions.ts';
import { writeReference } from '../../../agents/write-reference.ts';
import { writeWeakly } from '../../../agents/write-weakly.ts';
import type { Aids, Dimension } from '../../domain/comparison.ts';
import { InputError, StepFailedError } from '../../domain/errors.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Task } from '../../domain/task.ts';
import { requireModel } from '../require-model.ts';
import type { ProtocolWork } from './protocol.ts';

export const NO_AIDS: Aids = { reference: null, questions: [], dimensions: [], weak: null };

/** The one that is given, or one that is written where that is asked for; null: none. @throws StepFailedError */
export async function referenceFor({ run, agents, task, reference, how }: ProtocolWork): Promise<string | null> {
  if (reference !== null || !how.writeReference) return reference;
  return prepared(
    'reference',
    await writeReference.ask(requireModel(agents, 'compares'), run, { task: knownTask(task) }),
  );
}

/**
 * CAMIEval's dimensions: the basic ones, made concrete, and those that are asked for beyond them.
 * @throws StepFailedError; InputError where a contrast is asked for and there is no reference
 */
export async function dimensionsFor(
  { run, agents, task, how }: ProtocolWork,
  reference: string | null,
): Promise<{ readonly dimensions: readonly Dimension[]; readonly weak: string | null }> {
  const known = knownTask(task);
  const model = requireModel(agents, 'compares');
  const basics = prepared('basic dimensions', await concretizeDimensions.ask(model, run, { task: known }));
  const { dimensions: count, dimensionsFrom } = how;
  if (count === 0) return { dimensions: basics, weak: null };
  if (dimensionsFrom === 'instruction') {
    const further = await proposeDimensions.ask(model, run, { task: known, basics, count, contrast: null });
    return { dimensions: [...basics, ...prepared('further dimensions', further)], weak: null };
  }
  if (reference === null)
    throw new InputError('Dimensions by contrast need a reference to hold the weak output against.', {
      advice: 'Give one, have one written, or take the dimensions from the instruction alone.',
    });
  const weak = prepared('weak output', await writeWeakly.ask(model, run, { task: known }));
  const further = await proposeDimensions.ask(model, run, {
    task: known,
    basics,
    count,
    contrast: { reference, weak },
  });
  return { dimensions: [...basics, ...prepared('further dimensions', further)], weak };
}

/** @throws InputError where nobody said what the responses answer */
export function knownTask(task: Task | null): Task {
  if (task !== null) return task;
  throw new InputError('This protocol needs the instruction that the responses answer.', {
    advice: 'Give it as `instruction`, with --instruction or --task, or in each pair.',
  });
}

/** @throws StepFailedError: without it nothing can be judged */
export function prepared<Value>(what: string, outcome: Outcome<Value>): Value {
  if (outcome.status === 'done') return outcome.value;
  throw new StepFailedError(`The ${what} could not be prepared: ${outcome.reason}`);
}
