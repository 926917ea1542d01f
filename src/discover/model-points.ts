/** Points without a source: demands of the instruction, and EvalAgent's baselines ID, LLM, LLM-n and EA-LLM. */
import type { ModelPoint } from '../domain/advice.ts';
import { SOURCED_MODES } from '../domain/criteria-set.ts';
import type { Query } from '../domain/criteria-set.ts';
import type { DraftItem, DiscoverySteps, ModelCriterion } from '../domain/engine.ts';
import { needsModel, StepFailedError } from '../domain/errors.ts';
import { AdviceId } from '../domain/ids.ts';
import { plural } from '../text/plural.ts';
import { type Discovery, type DiscoveryState, runStep } from './discovery.ts';
import { mergePoints, pointsOf } from './merge-points.ts';
import { proposeQueries } from './propose-queries.ts';
import { statedDemandsOf } from './stated-demands.ts';

type UnnumberedPoint = Omit<ModelPoint, 'id'>;

interface ModelDrafts {
  readonly queries: readonly Query[];
  /** The demands that the instruction states. */
  readonly stated: readonly UnnumberedPoint[];
  readonly points: readonly UnnumberedPoint[];
}

/** The points that the mode gets from the model or the instruction. */
export async function draftModelPoints(discovery: Discovery): Promise<ModelDrafts> {
  const { mode, ports, parameters, task } = discovery;
  const none = { queries: [], stated: [], points: [] };
  const { draftCriteria, answerQueries } = ports.engine;
  if (mode === 'model-answers') {
    if (answerQueries === undefined) throw needsModel('Answering queries without sources needs a model.');
    return { ...none, ...(await answersOfModel(discovery, answerQueries)) };
  }
  if (draftCriteria === undefined) {
    if (mode !== 'web') throw needsModel('Writing criteria without sources needs a model.');
    return parameters.stated === 'none' ? none : { ...none, stated: statedDemandsOf(task.instruction) };
  }
  const drafted = (wanted: DraftItem['wanted']) => draft(discovery, draftCriteria, wanted);
  if (mode === 'model') return { ...none, points: await drafted({ kind: 'checklist' }) };
  const needsStated = mode !== 'model-n' && parameters.stated !== 'none';
  const stated = needsStated ? await drafted({ kind: 'stated' }) : [];
  if (mode === 'instruction' || mode === 'web') return { ...none, stated };
  const textsOf = (points: readonly UnnumberedPoint[]) => points.map(({ text }) => text);
  const { modelCriteria, moreModelCriteria: count } = parameters;
  const first = await drafted({ kind: 'counted', count: modelCriteria, beyond: textsOf(stated) });
  const beyond = textsOf([...stated, ...first]);
  const more = count === 0 ? [] : await drafted({ kind: 'counted', count, beyond });
  return { ...none, stated, points: [...first, ...more] };
}

/** @throws StepFailedError where it fails, but for what the instruction states beside what sources say */
async function draft(
  discovery: Discovery,
  draftCriteria: DiscoverySteps['draftCriteria'],
  wanted: DraftItem['wanted'],
): Promise<UnnumberedPoint[]> {
  const { mode, warnings } = discovery;
  const isStated = wanted.kind === 'stated';
  const mayFailWhole = isStated && SOURCED_MODES.has(mode);
  const outcomes = await runStep(
    discovery,
    'answers',
    draftCriteria,
    [{ id: 'task' as const, wanted }],
    (values) => `${values.flat().length} ${isStated ? 'stated in the instruction' : 'criteria from the model alone'}`,
    { mayFailWhole },
  );
  const outcome = outcomes.get('task');
  if (outcome?.status === 'done') {
    const origin = isStated ? 'instruction' : 'model';
    return outcome.value.map((criterion: ModelCriterion) => ({ ...criterion, origin, queryIds: [] }));
  }
  if (!mayFailWhole) throw new StepFailedError('The model drafted no criteria.', { step: 'answers', ids: ['task'] });
  warnings.push(`What the instruction states could not be listed: ${outcome?.reason ?? 'no outcome'}`);
  return [];
}

async function answersOfModel(
  discovery: Discovery,
  answerQueries: DiscoverySteps['answerQueries'],
): Promise<Pick<ModelDrafts, 'queries' | 'points'>> {
  const queries = await proposeQueries(discovery);
  const items = queries.map((query) => ({ id: query.id, query }));
  const outcomes = await runStep(discovery, 'answers', answerQueries, items, (values) => {
    return `${plural(values.flat().length, 'piece of advice', 'pieces of advice')} from the model alone`;
  });
  const points = queries.flatMap(({ id, text: query }): UnnumberedPoint[] => {
    const outcome = outcomes.get(id);
    if (outcome?.status === 'done')
      return outcome.value.map((text) => ({
        origin: 'model-answer',
        text,
        question: null,
        explicit: false,
        queryIds: [id],
      }));
    discovery.warnings.push(`The model did not answer “${query}”: ${outcome?.reason ?? 'no outcome'}`);
    return [];
  });
  return { queries, points };
}

/**
 * Merges the points of the sources and the model. A point from both keeps its evidence. Demands of the instruction are not
 * merged. Model points and advice share one numbering, so that one check covers the lineage.
 */
export async function withModelPoints(
  discovery: Discovery,
  state: DiscoveryState,
  { queries, stated, points }: ModelDrafts,
): Promise<DiscoveryState> {
  const numbered = [...points, ...stated].map((point, index) => ({
    ...point,
    id: AdviceId.parse(`a${state.advice.size + index + 1}`),
  }));
  const numberedPoints = numbered.slice(0, points.length);
  const numberedDemands = numbered.slice(points.length);
  const known = [...state.points, ...state.unmerged.flat()];
  // One list per answer. Drafted points answer no query.
  const lists = pointsOf(numberedPoints, ({ queryIds }) => queryIds.join(), known);
  const merged = await mergePoints(discovery, { ...state, unmerged: [...state.unmerged, ...lists] });
  const before = [...known, ...merged.points, ...lists.flat()];
  return {
    ...merged,
    queries: [...state.queries, ...queries],
    modelPoints: new Map(numbered.map((point) => [point.id, point])),
    points: [...pointsOf(numberedDemands, () => '', before).flat(), ...merged.points],
  };
}
