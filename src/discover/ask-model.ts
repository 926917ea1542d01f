/** Points that rest on no page: EvalAgent's baselines ID, LLM and LLM-n, and EA-LLM. Asked for by mode, never a fallback. */
import type { ModelPoint } from '../domain/advice.ts';
import { requireCapability, type DraftItem, type ModelCriterion } from '../domain/engine.ts';
import { StepFailedError } from '../domain/errors.ts';
import { AdviceId } from '../domain/ids.ts';
import { runStep } from '../run/run-step.ts';
import type { Discovery, Gathered } from './discovery.ts';
import { mergePoints, pointsOf } from './merge-points.ts';
import { proposeQueries } from './propose-queries.ts';

/** Adds what the mode asks of the model to what was gathered from sources; a point found both ways keeps its evidence. */
export async function askModel(discovery: Discovery, gathered: Gathered): Promise<Gathered> {
  const { mode, ports } = discovery;
  if (mode === 'web') return gathered;
  requireCapability(ports.engine, mode === 'model-answers' ? 'answers' : 'drafts');
  if (mode === 'model-answers') return answersOfModel(discovery, gathered);
  const drafted = await draftedCriteria(discovery);
  const modelPoints = numbered(
    gathered,
    drafted.map((criterion) => ({
      ...criterion,
      origin: mode === 'instruction' ? ('instruction' as const) : ('model' as const),
      queryIds: [],
    })),
  );
  const lists = pointsOf(modelPoints, () => 'drafted', gathered.points);
  return withModelPoints(
    gathered,
    modelPoints,
    await mergePoints(discovery, [gathered.points, ...lists], gathered.advice),
  );
}

async function draftedCriteria(discovery: Discovery): Promise<readonly ModelCriterion[]> {
  const { mode, parameters } = discovery;
  if (mode === 'instruction') return draft(discovery, { kind: 'stated' });
  if (mode === 'model') return draft(discovery, { kind: 'checklist' });
  const first = await draft(discovery, {
    kind: 'counted',
    count: parameters.modelCriteria,
    beyond: [],
  });
  if (parameters.moreModelCriteria === 0) return first;
  const beyond = first.map(({ text }) => text);
  return [
    ...first,
    ...(await draft(discovery, { kind: 'counted', count: parameters.moreModelCriteria, beyond })),
  ];
}

async function draft(
  { run, ports, task, usage }: Discovery,
  wanted: DraftItem['wanted'],
): Promise<readonly ModelCriterion[]> {
  const outcomes = await runStep(
    run,
    usage,
    'answers',
    ports.engine.draftCriteria,
    task,
    [{ id: 'task' as const, wanted }],
    (values) => `${values.flat().length} criteria from the model alone`,
  );
  const outcome = outcomes.get('task');
  if (outcome?.status !== 'done') throw new StepFailedError('The model drafted no criteria.');
  return outcome.value;
}

async function answersOfModel(discovery: Discovery, gathered: Gathered): Promise<Gathered> {
  const { run, ports, task, usage, warnings } = discovery;
  const queries = await proposeQueries(discovery);
  const outcomes = await runStep(
    run,
    usage,
    'answers',
    ports.engine.answerQueries,
    task,
    queries.map((query) => ({ id: query.id, query })),
    (values) => `${values.flat().length} pieces of advice from the model alone`,
  );
  const answers = queries.flatMap((query) => {
    const outcome = outcomes.get(query.id);
    if (outcome?.status === 'done') return outcome.value.map((text) => ({ text, queryIds: [query.id] }));
    warnings.push(`The model did not answer “${query.text}”: ${outcome?.reason ?? 'no outcome'}`);
    return [];
  });
  const modelPoints = numbered(
    gathered,
    answers.map((answer) => ({
      ...answer,
      origin: 'model-answer' as const,
      question: null,
      explicit: false,
    })),
  );
  const lists = pointsOf(modelPoints, (point) => point.queryIds.join(), gathered.points);
  const points = await mergePoints(discovery, lists, gathered.advice);
  return withModelPoints({ ...gathered, queries }, modelPoints, points);
}

/** Ids go on where those of the advice end: one numbering, so that lineage is one check. */
function numbered({ advice }: Gathered, points: readonly Omit<ModelPoint, 'id'>[]): ModelPoint[] {
  return points.map((point, index) => ({
    ...point,
    id: AdviceId.parse(`a${advice.size + index + 1}`),
  }));
}

function withModelPoints(
  gathered: Gathered,
  modelPoints: readonly ModelPoint[],
  points: Gathered['points'],
): Gathered {
  return { ...gathered, modelPoints: new Map(modelPoints.map((point) => [point.id, point])), points };
}
