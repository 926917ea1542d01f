/** What judges are shown beside the responses, prepared once for a task. */
import { concretizeDimensions } from '../../../agents/concretize-dimensions.ts';
import { proposeDimensions } from '../../../agents/propose-dimensions.ts';
import { proposeMetrics } from '../../../agents/propose-metrics.ts';
import { writeReference } from '../../../agents/write-reference.ts';
import { writeWeakly } from '../../../agents/write-weakly.ts';
import type { Aids, Dimension } from '../../domain/comparison.ts';
import { InputError, StepFailedError } from '../../domain/errors.ts';
import type { Outcome } from '../../domain/outcome.ts';
import type { Task } from '../../domain/task.ts';
import { requireModel } from '../require-model.ts';
import { basicsOf, isBasic } from './basic-dimensions.ts';
import type { ProtocolWork } from './protocol.ts';
import type { ProtocolOptions } from './protocol-options.ts';

export const NO_AIDS: Aids = { reference: null, questions: [], dimensions: [], weak: null };

/**
 * The one that is given, or one that is written where that is asked for; null: none, also where the user's own prompt
 * shows none: the record says what the judge saw. @throws StepFailedError
 */
export async function referenceFor({ run, agents, task, reference, how }: ProtocolWork): Promise<string | null> {
  if (how.prompt?.prompt.variables.includes('reference') === false) return null;
  if (reference !== null || !how.writeReference) return reference;
  return prepared(
    'reference',
    await writeReference.ask(requireModel(agents, 'compares'), run, { task: knownTask(task) }),
  );
}

/** Questions that the judge writes from the instruction alone (LLMBar, self-generated metrics). @throws StepFailedError */
export async function metricsFor({ run, agents, task }: ProtocolWork): Promise<readonly string[]> {
  const questions = await proposeMetrics.ask(requireModel(agents, 'compares'), run, { task: knownTask(task) });
  return prepared('metrics', questions);
}

/**
 * CAMIEval's dimensions: the basic ones, made concrete unless told otherwise, and those that are asked for beyond them.
 * @throws StepFailedError; InputError where a contrast is asked for and there is no reference
 */
export async function dimensionsFor(
  work: ProtocolWork,
  reference: Promise<string | null>,
): Promise<{ readonly dimensions: readonly Dimension[]; readonly weak: string | null }> {
  const { run, agents, task, how } = work;
  const known = knownTask(task);
  const basics = await basicDimensions(work);
  const { dimensions: count, dimensionsFrom } = how;
  if (count === 0) return { dimensions: basics, weak: null };
  const contrast = dimensionsFrom === 'instruction' ? null : await contrastFor(work, await reference);
  const input = { task: known, basics, count, contrast };
  const further = await proposeDimensions.ask(requireModel(agents, 'compares'), run, input);
  return { dimensions: [...basics, ...prepared('further dimensions', further)], weak: contrast?.weak ?? null };
}

/** The three are made concrete in one call, whichever of them are wanted. */
async function basicDimensions({ run, agents, task, how }: ProtocolWork): Promise<readonly Dimension[]> {
  const general = basicsOf(how.basics);
  if (!how.concrete || !general.some(isBasic)) return general;
  const model = requireModel(agents, 'compares');
  const concrete = prepared('basic dimensions', await concretizeDimensions.ask(model, run, { task: knownTask(task) }));
  return general.map((each) => (isBasic(each) ? (concrete.find(({ name }) => name === each.name) ?? each) : each));
}

async function contrastFor({ run, agents, task, how }: ProtocolWork, reference: string | null) {
  if (reference === null)
    throw new InputError('Dimensions by contrast need a reference to hold the weak output against.', {
      advice: 'Give one, have one written, or take the dimensions from the instruction alone.',
    });
  const input = { task: knownTask(task), feigned: how.dimensionsFrom === 'feigned-contrast' };
  const weak = await writeWeakly.ask(requireModel(agents, 'compares'), run, input);
  return { reference, weak: prepared('weak output', weak) };
}

/** What has to be said where the judge's own model wrote the weak output. */
export function weakWarnings({ weak }: Aids, { hasWeakModel, dimensionsFrom }: ProtocolOptions): readonly string[] {
  return weak === null || hasWeakModel || dimensionsFrom === 'feigned-contrast'
    ? []
    : ['No model is chosen for the role “weak”: the judge’s own model wrote the weak output.'];
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
