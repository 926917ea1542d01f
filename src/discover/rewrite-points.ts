/** Step "rewriting": turns each theme into a criterion, checked against its quotes, or into a removal. */
import { getDomain, getHostname } from 'tldts';
import type { Advice, ModelPoint } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { DraftCriterion, ModelCriterion, Rewrite, RewriteItem } from '../domain/engine.ts';
import { CriterionId, type PointId } from '../domain/ids.ts';
import { unscored } from '../domain/outcome.ts';
import type { Source } from '../domain/source.ts';
import { type CheckedPoint, checkSupport } from './check-support.ts';
import { withTextsBehind } from './from-guide.ts';
import { idsAfter } from './merge-points.ts';
import { passagesIn } from './passages.ts';
import {
  type PointWithSources,
  type Discovery,
  type DraftedCriterion,
  type DiscoveryState,
  runStep,
  type WordedPoint,
} from './discovery.ts';

export async function draftCriteria(discovery: Discovery, state: DiscoveryState) {
  const byId = sourcesById(state);
  const quotesOf = passagesIn(state);
  const nextId = idsAfter(state.points);
  const points = state.points.map((point): PointWithSources => ({
    point,
    advice: point.adviceIds.flatMap((id) => state.advice.get(id) ?? []),
    modelPoints: point.adviceIds.flatMap((id) => state.modelPoints.get(id) ?? []),
  }));
  const items = points
    .filter((point) => draftedByModel(point) === null && !state.ofKind.has(point.point.id))
    .map(({ point, advice, modelPoints }): RewriteItem => ({
      id: point.id,
      point,
      advice,
      quotes: quotesOf(advice),
      modelCriteria: modelPoints.filter(({ question }) => question !== null),
      ...bestRating(advice, byId),
    }));
  const { rewriteCriteria } = discovery.ports.engine;
  const outcomes = await runStep(discovery, 'rewriting', rewriteCriteria, items, (values) => {
    return `${values.filter(({ kind }) => kind === 'criterion').length} criteria drafted`;
  });
  const removals: Removal[] = [];
  const asInGuide: CheckedPoint[] = [];
  const worded = points.flatMap((pointWithSources): WordedPoint[] => {
    const known = state.ofKind.get(pointWithSources.point.id);
    if (known !== undefined) {
      const { text, question, explicit, check, appliesWhen, grounding, disputes } = known;
      const asKnown = { ...pointWithSources, text, question, explicit, check, appliesWhen };
      if (known.isReworded) return [asKnown];
      asInGuide.push({ ...asKnown, grounding, disputes });
      return [];
    }
    const modelCriterion = draftedByModel(pointWithSources);
    if (modelCriterion !== null) return [{ ...pointWithSources, ...modelCriterion }];
    const { id, text, adviceIds } = pointWithSources.point;
    const outcome = outcomes.get(id) ?? unscored('no outcome');
    const rewritten =
      outcome.status === 'done'
        ? outcome.value
        : { kind: 'removed' as const, reason: `Not rewritten: ${outcome.reason}` };
    if (rewritten.kind === 'criterion') return withApart(pointWithSources, rewritten, nextId);
    removals.push({ step: 'rewriting', text, adviceIds: [...adviceIds], reason: rewritten.reason });
    return [];
  });
  const rewordedOfKind = worded.filter(({ point }) => state.ofKind.has(point.id));
  const checked = await checkSupport(discovery, await withTextsBehind(discovery, state, rewordedOfKind), worded);
  const place = new Map(state.points.map(({ id }, index) => [id, index]));
  const placeOf = ({ point }: PointWithSources) => place.get(point.id) ?? state.points.length;
  const inOrder =
    asInGuide.length === 0
      ? checked.criteria
      : [...checked.criteria, ...asInGuide].sort((a, b) => placeOf(a) - placeOf(b));
  const drafts = joinEqualCriteria(inOrder).map((criterion): DraftedCriterion => ({
    ...criterion,
    ...groundsOf(criterion.advice, byId),
  }));
  return { drafts, removals: [...removals, ...checked.removals] };
}

export function sourcesById({ sources }: Pick<DiscoveryState, 'sources'>): ReadonlyMap<string, Source> {
  return new Map(sources.map(({ source }) => [source.id, source]));
}

/** Support and best rating of the sources. */
export function groundsOf(advice: readonly Advice[], byId: ReadonlyMap<string, Source>) {
  return { support: supportOf(advice, byId), ...bestRating(advice, byId) };
}

/** The criterion, and the model's own that ask for something else, each as it was drafted. */
function withApart(
  source: PointWithSources,
  { apart = [], text, question, explicit, check, appliesWhen }: Extract<Rewrite, { kind: 'criterion' }>,
  nextId: () => PointId,
): WordedPoint[] {
  const isApart = ({ id }: ModelPoint) => apart.includes(id);
  const others = source.modelPoints.filter(isApart).flatMap((modelPoint): WordedPoint[] => {
    const point = { id: nextId(), text: modelPoint.text, adviceIds: [modelPoint.id] };
    const alone = { point, advice: [], modelPoints: [modelPoint] };
    const drafted = draftedByModel(alone);
    return drafted === null ? [] : [{ ...alone, ...drafted }];
  });
  const criterion = { text, question, explicit, check, appliesWhen };
  return [{ ...source, ...criterion, modelPoints: source.modelPoints.filter((point) => !isApart(point)) }, ...others];
}

/** The criterion of a point that only the model drafted. It needs no rewriting. */
function draftedByModel({ advice, modelPoints }: PointWithSources): ModelCriterion | null {
  const [first] = modelPoints;
  if (advice.length > 0 || first === undefined || first.question === null) return null;
  return {
    text: first.text,
    question: first.question,
    explicit: modelPoints.some((point) => point.explicit),
    check: first.check,
    appliesWhen: modelPoints.some((point) => point.appliesWhen === undefined) ? undefined : first.appliesWhen,
  };
}

function sourcesOf(advice: readonly Advice[], byId: ReadonlyMap<string, Source>): Source[] {
  return [...new Set(advice.map((piece) => piece.sourceId))].flatMap((id) => byId.get(id) ?? []);
}

function supportOf(advice: readonly Advice[], byId: ReadonlyMap<string, Source>): DraftCriterion['support'] {
  const sources = sourcesOf(advice, byId);
  return { sources: sources.length, sites: new Set(sources.map(siteOf)).size };
}

function bestRating(advice: readonly Advice[], byId: ReadonlyMap<string, Source>) {
  const ratings = sourcesOf(advice, byId).flatMap((source) => source.rating ?? []);
  return {
    sourceRelevance: Math.max(0, ...ratings.map((rating) => rating.relevance)),
    sourceExpertise: Math.max(0, ...ratings.map((rating) => rating.expertise)),
  };
}

type Joinable = Omit<DraftedCriterion, 'id' | 'instanceIds' | keyof ReturnType<typeof groundsOf>> &
  Pick<PointWithSources, 'point'>;

/** Joins criteria with the same wording, unless each has a condition of its own, and numbers the drafts c1, c2, …. */
function joinEqualCriteria(items: readonly Joinable[]) {
  const byWording = new Map<string, [Joinable, ...Joinable[]]>();
  for (const item of items) {
    const key = wordsOf(item.text);
    const group = byWording.get(key);
    if (group === undefined) byWording.set(key, [item]);
    else group.push(item);
  }
  return [...byWording.values()].flatMap(byCondition).map((group, index) => {
    const [{ text, question, check }] = group;
    const { appliesWhen } = group.find((item) => item.appliesWhen === undefined) ?? group[0];
    const advice = group.flatMap((item) => item.advice);
    const instanceIds = group.flatMap(({ point }) => point.instanceIds ?? []);
    return {
      text,
      question,
      ...(check === undefined ? {} : { check }),
      ...(appliesWhen === undefined ? {} : { appliesWhen }),
      id: CriterionId.parse(`c${index + 1}`),
      explicit: group.some(({ explicit }) => explicit),
      advice,
      modelPoints: group.flatMap(({ modelPoints }) => modelPoints),
      instanceIds: new Set(instanceIds.filter((id) => advice.some((piece) => piece.id === id))),
      grounding: weakest(group.map(({ grounding }) => grounding)),
      disputes: group.flatMap(({ disputes }) => disputes),
    };
  });
}

/** What one of them asks for always is asked for always. */
function byCondition(group: [Joinable, ...Joinable[]]): [Joinable, ...Joinable[]][] {
  if (group.some(({ appliesWhen }) => appliesWhen === undefined)) return [group];
  const byWords = new Map<string, [Joinable, ...Joinable[]]>();
  for (const item of group) {
    const key = wordsOf(item.appliesWhen ?? '');
    const same = byWords.get(key);
    if (same === undefined) byWords.set(key, [item]);
    else same.push(item);
  }
  return [...byWords.values()];
}

/** Ignores case, white space and punctuation. */
function wordsOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/** The weakest grounding applies to all: "full" only if every group of quotes supports the criterion fully. */
function weakest(groundings: readonly DraftedCriterion['grounding'][]): DraftedCriterion['grounding'] {
  const strength = (grounding: DraftedCriterion['grounding']): number => {
    if (grounding === null) return 3;
    if (grounding.status === 'unchecked') return 0;
    return grounding.verdict === 'part' ? 1 : 2;
  };
  return groundings.toSorted((a, b) => strength(a) - strength(b))[0] ?? null;
}

/**
 * The publisher, since independent support means different publishers: the registrable domain of a web page, also if it was
 * saved to a library; for other library files the declared site (all files without one count as one publisher); for all
 * bundled guides, this project.
 */
export function siteOf(source: Pick<Source, 'finalUrl' | 'site' | 'via'>): string {
  if (source.via === 'bundled') return 'bundled';
  if (source.via === 'library' && source.finalUrl.startsWith('library:'))
    return source.site === null ? 'library' : (getDomain(source.site) ?? source.site);
  return getDomain(source.finalUrl, { allowPrivateDomains: true }) ?? getHostname(source.finalUrl) ?? source.finalUrl;
}
