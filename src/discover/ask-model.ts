/** Points that rest on no page: EvalAgent's baselines ID, LLM and LLM-n, and EA-LLM. Asked for by mode, never a fallback. */
import type { ModelPoint } from '../domain/advice.ts';
import { type DraftItem, type ModelCriterion, requireCapability } from '../domain/engine.ts';
import { StepFailedError } from '../domain/errors.ts';
import { AdviceId } from '../domain/ids.ts';
import { type Discovery, type Gathered, runStep } from './discovery.ts';
import { mergePoints, pointsOf } from './merge-points.ts';
import { proposeQueries } from './propose-queries.ts';

/** Adds what the mode asks of the model to what was gathered from sources; a point found both ways keeps its evidence. */
export async function askModel(discovery: Discovery, gathered: Gathered): Promise<Gathered> {
  const { mode, ports } = discovery;
  if (mode === 'web') return gathered;
  requireCapability(ports.engine, mode === 'model-answers' ? 'answers' : 'drafts');
  if (mode === 'model-answers') return answersOfModel(discovery, gathered);
  const drafted = await draftedCriteria(discovery);
  const origin = mode === 'instruction' ? 'instruction' : 'model';
  return withModelPoints(
    discovery,
    gathered,
    drafted.map((criterion) => ({ ...criterion, origin, queryIds: [] })),
  );
}

async function draftedCriteria(discovery: Discovery): Promise<readonly ModelCriterion[]> {
  const { mode, ports, parameters } = discovery;
  const draft = async (wanted: DraftItem['wanted']): Promise<readonly ModelCriterion[]> => {
    const items = [{ id: 'task' as const, wanted }];
    const outcomes = await runStep(discovery, 'answers', ports.engine.draftCriteria, items, (values) => {
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

async function answersOfModel(discovery: Discovery, gathered: Gathered): Promise<Gathered> {
  const { answerQueries } = discovery.ports.engine;
  const queries = await proposeQueries(discovery);
  const items = queries.map((query) => ({ id: query.id, query }));
  const outcomes = await runStep(discovery, 'answers', answerQueries, items, (values) => {
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
  const modelPoints = unnumbered.map((point, index) => ({
    ...point,
    id: AdviceId.parse(`a${advice.size + index + 1}`),
  }));
  // One list for each answer; what was drafted answers no query.
  const lists = pointsOf(modelPoints, ({ queryIds }) => queryIds.join(), gathered.points);
  return {
    ...gathered,
    modelPoints: new Map(modelPoints.map((point) => [point.id, point])),
    points: await mergePoints(discovery, [gathered.points, ...lists], advice),
  };
}
