/** Step "rewriting": turns each theme into a criterion, checked against its quotes, or into a removal. */
import type { Advice, ModelPoint } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { DraftCriterion, ModelCriterion, RewriteItem } from '../domain/engine.ts';
import { groupsBy } from '../domain/groups.ts';
import { CriterionId, type PointId } from '../domain/ids.ts';
import { wordsOf } from '../llm/agent-kit/wording.ts';
import { unscored } from '../domain/outcome.ts';
import type { Source } from '../domain/source.ts';
import { type CheckedPoint, checkSupport } from './check-support.ts';
import { withTextsBehind } from './from-guide.ts';
import { idsAfter } from './merge-points.ts';
import { passagesIn } from './passages.ts';
import { siteOf } from './site.ts';
import {
  type PointWithSources,
  type Discovery,
  type DraftedCriterion,
  type DiscoveryState,
  runStep,
  type WordedPoint,
} from './discovery.ts';

/** Of a quote's sentence, on each side: what a criterion is worded from; the check of its quotes sees more. */
const REST_CHARS = 140;

export async function draftCriteria(discovery: Discovery, state: DiscoveryState) {
  const byId = sourcesById(state);
  const quotesOf = passagesIn(state, REST_CHARS);
  const nextId = idsAfter(state.points);
  const points = state.points.map((point): PointWithSources => ({
    point,
    advice: point.adviceIds.flatMap((id) => state.advice.get(id) ?? []),
    modelPoints: point.adviceIds.flatMap((id) => state.modelPoints.get(id) ?? []),
  }));
  const items = points
    .filter((point) => !isOfModel(point) && !state.ofKind.has(point.point.id))
    .map(({ point, advice, modelPoints }): RewriteItem => {
      let quotes: RewriteItem['quotes'] | undefined;
      return {
        id: point.id,
        point,
        advice,
        // Finding their sentences takes time, and the engine without a model needs none.
        get quotes() {
          return (quotes ??= quotesOf(advice));
        },
        modelCriteria: modelPoints.filter(({ question }) => question !== null),
        ...bestRating(advice, byId),
      };
    });
  const { rewriteCriteria } = discovery.ports.engine;
  const outcomes = await runStep(discovery, 'rewriting', rewriteCriteria, items, (values) => {
    return `${values.filter(({ kind }) => kind !== 'removed').length} criteria drafted`;
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
    if (isOfModel(pointWithSources)) return draftedByModel(pointWithSources, nextId);
    const { id, text, adviceIds } = pointWithSources.point;
    const outcome = outcomes.get(id) ?? unscored('no outcome');
    const rewritten =
      outcome.status === 'done'
        ? outcome.value
        : { kind: 'removed' as const, reason: `Not rewritten: ${outcome.reason}` };
    if (rewritten.kind === 'criterion') return besideOwn(pointWithSources, rewritten, nextId);
    if (rewritten.kind === 'as-drafted') {
      const own = pointWithSources.modelPoints.find((drafted) => drafted.id === rewritten.modelPointId);
      if (typeof own?.question !== 'string') throw new Error(`${id} has no criterion ${rewritten.modelPointId}.`);
      return besideOwn(pointWithSources, { ...own, question: own.question }, nextId);
    }
    // What a model drafted for this very instruction stands as it was, whatever becomes of the pages' wording.
    const kept = draftedAlone(pointWithSources.modelPoints.filter(isDrafted), nextId);
    const keptIds = new Set<string>(kept.flatMap(({ point }) => point.adviceIds));
    const lostIds = adviceIds.filter((adviceId) => !keptIds.has(adviceId));
    removals.push({ step: 'rewriting', text, adviceIds: lostIds, reason: rewritten.reason });
    return kept;
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

/** The criterion, and the model's own of the same theme as they were drafted: the review of the whole list says which are sharper. */
function besideOwn(source: PointWithSources, criterion: ModelCriterion, nextId: () => PointId): WordedPoint[] {
  const { text, question, explicit, check, appliesWhen } = criterion;
  const isOther = (point: ModelPoint) => isDrafted(point) && point.text !== text;
  const worded = { ...source, text, question, explicit, check, appliesWhen };
  const others = draftedAlone(source.modelPoints.filter(isOther), nextId);
  return [{ ...worded, modelPoints: source.modelPoints.filter((point) => !isOther(point)) }, ...others];
}

/** What a model answered to a query has no question. */
function isDrafted({ question }: ModelPoint): boolean {
  return question !== null;
}

/** Each a criterion of its own. */
function draftedAlone(modelPoints: readonly ModelPoint[], nextId: () => PointId): WordedPoint[] {
  return modelPoints.flatMap((modelPoint) => {
    const point = { id: nextId(), text: modelPoint.text, adviceIds: [modelPoint.id] };
    return draftedByModel({ point, advice: [], modelPoints: [modelPoint] }, nextId);
  });
}

/** A point that only the model drafted needs no rewriting. */
function isOfModel({ advice, modelPoints: [first] }: PointWithSources): boolean {
  return advice.length === 0 && first !== undefined && first.question !== null;
}

/** Its criterion in the words that came first; one for each condition, where each of its points has one. */
function draftedByModel({ point, modelPoints }: PointWithSources, nextId: () => PointId): WordedPoint[] {
  return byCondition(modelPoints).map((group, index): WordedPoint => {
    const [{ text, question, check }] = group;
    return {
      point: { ...point, id: index === 0 ? point.id : nextId(), adviceIds: group.map(({ id }) => id) },
      advice: [],
      modelPoints: group,
      text,
      // What a model answered to a query has no question, and no condition either: it leads no group.
      question: question ?? '',
      explicit: group.some(({ explicit }) => explicit),
      check,
      appliesWhen: sharedCondition(group),
    };
  });
}

function sourcesOf(advice: readonly Advice[], byId: ReadonlyMap<string, Source>): Source[] {
  return [...new Set(advice.map((piece) => piece.sourceId))].flatMap((id) => byId.get(id) ?? []);
}

/** "Repair: close with a short line". */
const LABEL = /^[^:.!?]{1,50}:\s+/u;

/**
 * Sources that copy one sentence are one voice, also where one has it behind a label: each counts that can have a wording
 * of its own.
 */
function supportOf(advice: readonly Advice[], byId: ReadonlyMap<string, Source>): DraftCriterion['support'] {
  const quoted = new Set(advice.map(({ quote }) => wordsOf(quote)));
  const sentenceOf = (quote: string) => {
    const behindLabel = wordsOf(quote.replace(LABEL, ''));
    return quoted.has(behindLabel) ? behindLabel : wordsOf(quote);
  };
  const voicesBy = (speakerOf: (source: Source) => string) => {
    const wordings = new Map<string, Set<string>>();
    for (const { sourceId, quote } of advice) {
      const source = byId.get(sourceId);
      if (source === undefined) continue;
      const speaker = speakerOf(source);
      wordings.set(speaker, (wordings.get(speaker) ?? new Set()).add(sentenceOf(quote)));
    }
    return voicesOf(wordings);
  };
  return { sources: voicesBy(({ id }) => id), sites: voicesBy(siteOf) };
}

function voicesOf(wordings: ReadonlyMap<string, ReadonlySet<string>>): number {
  const speakerOf = new Map<string, string>();
  /** A wording that another speaker has is free where that one can take another. */
  const takesOne = (speaker: string, tried: Set<string>): boolean =>
    [...(wordings.get(speaker) ?? [])].some((wording) => {
      if (tried.has(wording)) return false;
      tried.add(wording);
      const other = speakerOf.get(wording);
      if (other !== undefined && !takesOne(other, tried)) return false;
      speakerOf.set(wording, speaker);
      return true;
    });
  return [...wordings.keys()].filter((speaker) => takesOne(speaker, new Set())).length;
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
  return [...groupsBy(items, ({ text }) => wordsOf(text)).values()]
    .flatMap((group) => byCondition(group))
    .map((group, index) => {
      const [{ text, question, check }] = group;
      const appliesWhen = sharedCondition(group);
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

type Conditional = Pick<ModelCriterion, 'appliesWhen'>;

/** What one of them asks for always is asked for always. */
function sharedCondition(group: readonly Conditional[]): string | undefined {
  return group.some(({ appliesWhen }) => appliesWhen === undefined) ? undefined : group[0]?.appliesWhen;
}

/** One group, or one for each condition where each item has one. */
function byCondition<Item extends Conditional>(group: readonly Item[]): [Item, ...Item[]][] {
  const isAlways = group.some(({ appliesWhen }) => appliesWhen === undefined);
  return [...groupsBy(group, ({ appliesWhen = '' }) => (isAlways ? '' : wordsOf(appliesWhen))).values()];
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
