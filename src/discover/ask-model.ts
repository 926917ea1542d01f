/** Points that rest on no page: what the instruction states, and EvalAgent's baselines ID, LLM, LLM-n and EA-LLM. */
import type { ModelPoint } from '../domain/advice.ts';
import { SOURCED_MODES } from '../domain/criteria-set.ts';
import type { Query } from '../domain/criteria-set.ts';
import type { DraftItem, DiscoverySteps, ModelCriterion } from '../domain/engine.ts';
import { needsModel, StepFailedError } from '../domain/errors.ts';
import { AdviceId } from '../domain/ids.ts';
import { type Discovery, type Gathered, runStep } from './discovery.ts';
import { mergeGathered, pointsOf } from './merge-points.ts';
import { proposeQueries } from './propose-queries.ts';
import { statedInWords } from './stated-in-words.ts';

type UnnumberedPoint = Omit<ModelPoint, 'id'>;

interface AskedOfModel {
  readonly queries: readonly Query[];
  /** The demands that the instruction makes in so many words. */
  readonly stated: readonly UnnumberedPoint[];
  readonly points: readonly UnnumberedPoint[];
}

/** What the mode asks of the model itself; of one that searches also what the instruction states. Needs no source. */
export async function askModel(discovery: Discovery): Promise<AskedOfModel> {
  const { mode, ports, parameters, task } = discovery;
  const nothing = { queries: [], stated: [], points: [] };
  const { draftCriteria, answerQueries } = ports.engine;
  if (mode === 'model-answers') {
    if (answerQueries === undefined) throw needsModel('Answering queries without sources needs a model.');
    return { ...nothing, ...(await answersOfModel(discovery, answerQueries)) };
  }
  if (draftCriteria === undefined) {
    if (mode !== 'web') throw needsModel('Writing criteria without sources needs a model.');
    return parameters.stated === 'none' ? nothing : { ...nothing, stated: statedInWords(task.instruction) };
  }
  const drafted = (wanted: DraftItem['wanted']) => draft(discovery, draftCriteria, wanted);
  if (mode === 'model') return { ...nothing, points: await drafted({ kind: 'checklist' }) };
  const isListed = mode !== 'model-n' && parameters.stated !== 'none';
  const stated = isListed ? await drafted({ kind: 'stated' }) : [];
  if (mode === 'instruction' || mode === 'web') return { ...nothing, stated };
  const textsOf = (points: readonly UnnumberedPoint[]) => points.map(({ text }) => text);
  const { modelCriteria, moreModelCriteria: count } = parameters;
  const first = await drafted({ kind: 'counted', count: modelCriteria, beyond: textsOf(stated) });
  const beyond = textsOf([...stated, ...first]);
  const more = count === 0 ? [] : await drafted({ kind: 'counted', count, beyond });
  return { ...nothing, stated, points: [...first, ...more] };
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
  if (!mayFailWhole) throw new StepFailedError('The model drafted no criteria.');
  warnings.push(`What the instruction states could not be listed: ${outcome?.reason ?? 'no outcome'}`);
  return [];
}

async function answersOfModel(
  discovery: Discovery,
  answerQueries: DiscoverySteps['answerQueries'],
): Promise<Pick<AskedOfModel, 'queries' | 'points'>> {
  const queries = await proposeQueries(discovery);
  const items = queries.map((query) => ({ id: query.id, query }));
  const outcomes = await runStep(discovery, 'answers', answerQueries, items, (values) => {
    return `${values.flat().length} pieces of advice from the model alone`;
  });
  const points = queries.flatMap(({ id, text: query }): UnnumberedPoint[] => {
    const outcome = outcomes.get(id);
    if (outcome?.status === 'done')
      return outcome.value.map((text) => ({
        ...{ origin: 'model-answer', text, question: null, explicit: false },
        queryIds: [id],
      }));
    discovery.warnings.push(`The model did not answer “${query}”: ${outcome?.reason ?? 'no outcome'}`);
    return [];
  });
  return { queries, points };
}

/**
 * Merges all that was found; a point found both ways keeps its evidence, and what the instruction states stays by itself.
 * Ids go on where those of the advice end: one numbering, so that lineage is one check.
 */
export async function withModelPoints(
  discovery: Discovery,
  gathered: Gathered,
  { queries, stated, points }: AskedOfModel,
): Promise<Gathered> {
  const numbered = [...points, ...stated].map((point, index) => ({
    ...point,
    id: AdviceId.parse(`a${gathered.advice.size + index + 1}`),
  }));
  const [own, asked] = [numbered.slice(0, points.length), numbered.slice(points.length)];
  const known = [...gathered.points, ...gathered.unmerged.flat()];
  // One list for each answer; what was drafted answers no query.
  const lists = pointsOf(own, ({ queryIds }) => queryIds.join(), known);
  const merged = await mergeGathered(discovery, { ...gathered, unmerged: [...gathered.unmerged, ...lists] });
  const before = [...known, ...merged.points, ...lists.flat()];
  return {
    ...merged,
    queries: [...gathered.queries, ...queries],
    modelPoints: new Map(numbered.map((point) => [point.id, point])),
    points: [...pointsOf(asked, () => '', before).flat(), ...merged.points],
  };
}
