/** Points without a source: demands of the instruction, and EvalAgent's baselines ID, LLM, LLM-n and EA-LLM. */
import type { ModelPoint } from '../domain/advice.ts';
import { SOURCED_MODES } from '../domain/criteria-set.ts';
import type { Query } from '../domain/criteria-set.ts';
import { type DraftItem, type ModelCriterion, requireCapability } from '../domain/engine.ts';
import { StepFailedError } from '../domain/errors.ts';
import { AdviceId } from '../domain/ids.ts';
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
  if (mode === 'web' && !ports.engine.capabilities.has('drafts'))
    return parameters.stated === 'none' ? none : { ...none, stated: statedDemandsOf(task.instruction) };
  requireCapability(ports.engine, mode === 'model-answers' ? 'answers' : 'drafts');
  if (mode === 'model-answers') return { ...none, ...(await answersOfModel(discovery)) };
  if (mode === 'model') return { ...none, points: await draft(discovery, { kind: 'checklist' }) };
  const needsStated = mode !== 'model-n' && parameters.stated !== 'none';
  const stated = needsStated ? await draft(discovery, { kind: 'stated' }) : [];
  if (mode === 'instruction' || mode === 'web') return { ...none, stated };
  const textsOf = (points: readonly UnnumberedPoint[]) => points.map(({ text }) => text);
  const { modelCriteria, moreModelCriteria: count } = parameters;
  const first = await draft(discovery, { kind: 'counted', count: modelCriteria, beyond: textsOf(stated) });
  const beyond = textsOf([...stated, ...first]);
  const more = count === 0 ? [] : await draft(discovery, { kind: 'counted', count, beyond });
  return { ...none, stated, points: [...first, ...more] };
}

/** @throws StepFailedError, but not for demands of the instruction in a mode with sources */
async function draft(discovery: Discovery, wanted: DraftItem['wanted']): Promise<UnnumberedPoint[]> {
  const { mode, ports, warnings } = discovery;
  const isStated = wanted.kind === 'stated';
  const mayFailWhole = isStated && SOURCED_MODES.has(mode);
  const outcomes = await runStep(
    discovery,
    'answers',
    ports.engine.draftCriteria,
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

async function answersOfModel(discovery: Discovery): Promise<Pick<ModelDrafts, 'queries' | 'points'>> {
  const { answerQueries } = discovery.ports.engine;
  const queries = await proposeQueries(discovery);
  const items = queries.map((query) => ({ id: query.id, query }));
  const outcomes = await runStep(discovery, 'answers', answerQueries, items, (values) => {
    return `${values.flat().length} pieces of advice from the model alone`;
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
