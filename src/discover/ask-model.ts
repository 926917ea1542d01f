/** Points that rest on no page: EvalAgent's baselines ID, LLM and LLM-n, and EA-LLM. Asked for by mode, never a fallback. */
import type { ModelPoint } from '../domain/advice.ts';
import type { DraftItem, ModelCriterion, ModelSteps } from '../domain/engine.ts';
import { InputError, StepFailedError } from '../domain/errors.ts';
import { AdviceId } from '../domain/ids.ts';
import type { Discovery, Gathered } from './discovery.ts';
import { runStep } from './engine-step.ts';
import { mergePoints, pointsOf } from './merge-points.ts';
import { proposeQueries } from './propose-queries.ts';

/** Adds what the mode asks of the model to what was gathered from sources; a point found both ways keeps its evidence. */
export async function askModel(discovery: Discovery, gathered: Gathered): Promise<Gathered> {
  const { mode, ports } = discovery;
  if (mode === 'web') return gathered;
  const steps = ports.engine.fromModel;
  if (steps === null)
    throw new InputError(
      `The mode “${mode}” needs a model; the ${ports.engine.description.name} engine has none.`,
      { advice: 'Name one with --model, or use --mode web.' },
    );
  if (mode === 'model-answers') return answersOfModel(discovery, steps, gathered);
  const drafted = await draftedCriteria(discovery, steps);
  const origin = mode === 'instruction' ? 'instruction' : 'model';
  return withModelPoints(
    discovery,
    gathered,
    drafted.map((criterion) => ({ ...criterion, origin, queryIds: [] })),
  );
}

async function draftedCriteria(discovery: Discovery, steps: ModelSteps): Promise<readonly ModelCriterion[]> {
  const { mode, parameters } = discovery;
  const draft = async (wanted: DraftItem['wanted']): Promise<readonly ModelCriterion[]> => {
    const items = [{ id: 'task' as const, wanted }];
    const outcomes = await runStep(discovery, 'answers', steps.draftCriteria, items, (values) => {
      return `${values.flat().length} criteria from the model alone`;
    });
    const outcome = outcomes.get('task');
    if (outcome?.status !== 'done') throw new StepFailedError('The model drafted no criteria.');
    return outcome.value;
  };
  if (mode === 'instruction') return draft({ kind: 'stated' });
  if (mode === 'model') return draft({ kind: 'checklist' });
  const first = await draft({ kind: 'counted', count: parameters.modelCriteria, beyond: [] });
  const count = parameters.moreModelCriteria;
  if (count === 0) return first;
  return [...first, ...(await draft({ kind: 'counted', count, beyond: first.map(({ text }) => text) }))];
}

async function answersOfModel(
  discovery: Discovery,
  steps: ModelSteps,
  gathered: Gathered,
): Promise<Gathered> {
  const queries = await proposeQueries(discovery);
  const items = queries.map((query) => ({ id: query.id, query }));
  const outcomes = await runStep(discovery, 'answers', steps.answerQueries, items, (values) => {
    return `${values.flat().length} pieces of advice from the model alone`;
  });
  const answers = queries.flatMap(({ id, text: query }): UnnumberedPoint[] => {
    const outcome = outcomes.get(id);
    if (outcome?.status === 'done')
      return outcome.value.map((text) => ({
        ...{ origin: 'model-answer', text, question: null, explicit: false },
        queryIds: [id],
      }));
    discovery.warnings.push(`The model did not answer “${query}”: ${outcome?.reason ?? 'no outcome'}`);
    return [];
  });
  return withModelPoints(discovery, { ...gathered, queries }, answers);
}

type UnnumberedPoint = Omit<ModelPoint, 'id'>;

/** Merged with what was found before. Ids go on where those of the advice end: one numbering, so that lineage is one check. */
async function withModelPoints(
  discovery: Discovery,
  gathered: Gathered,
  unnumbered: readonly UnnumberedPoint[],
): Promise<Gathered> {
  const { advice } = gathered;
  const modelPoints = unnumbered.map(({ origin, text, question, explicit, queryIds }, index): ModelPoint => ({
    id: AdviceId.parse(`a${advice.size + index + 1}`),
    ...{ origin, text, question, explicit, queryIds },
  }));
  // One list for each answer; what was drafted answers no query.
  const lists = pointsOf(modelPoints, ({ queryIds }) => queryIds.join(), gathered.points);
  return {
    ...gathered,
    modelPoints: new Map(modelPoints.map((point) => [point.id, point])),
    points: await mergePoints(discovery, [gathered.points, ...lists], advice),
  };
}
