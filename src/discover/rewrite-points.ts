/** Step "rewriting": each theme becomes a criterion that is compared with its quotes, or a removal with its reason. */
import { getDomain, getHostname } from 'tldts';
import type { Advice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { DraftCriterion, ModelCriterion, RewriteItem } from '../domain/engine.ts';
import { CriterionId } from '../domain/ids.ts';
import { unscored } from '../domain/outcome.ts';
import type { Source } from '../domain/source.ts';
import { checkSupport } from './check-support.ts';
import { type Behind, type Discovery, type Drafted, type Gathered, runStep, type Worded } from './discovery.ts';

export async function draftCriteria(discovery: Discovery, gathered: Gathered) {
  const byId = sourcesById(gathered);
  const all = gathered.points.map((point): Behind => ({
    point,
    advice: point.adviceIds.flatMap((id) => gathered.advice.get(id) ?? []),
    modelPoints: point.adviceIds.flatMap((id) => gathered.modelPoints.get(id) ?? []),
  }));
  const items = all
    .filter((behind) => finished(behind) === null)
    .map(({ point, advice }): RewriteItem => ({ id: point.id, point, advice, ...bestRating(advice, byId) }));
  const { rewriteCriteria } = discovery.ports.engine;
  const outcomes = await runStep(discovery, 'rewriting', rewriteCriteria, items, (values) => {
    return `${values.filter(({ kind }) => kind === 'criterion').length} criteria drafted`;
  });
  const removals: Removal[] = [];
  const worded = all.flatMap((behind): Worded[] => {
    const own = finished(behind);
    if (own !== null) return [{ ...behind, ...own }];
    const { id, text, adviceIds } = behind.point;
    const outcome = outcomes.get(id) ?? unscored('no outcome');
    const rewritten =
      outcome.status === 'done'
        ? outcome.value
        : { kind: 'removed' as const, reason: `Not rewritten: ${outcome.reason}` };
    if (rewritten.kind === 'criterion') return [{ ...behind, ...rewritten }];
    removals.push({ step: 'rewriting', text, adviceIds: [...adviceIds], reason: rewritten.reason });
    return [];
  });
  const checked = await checkSupport(discovery, gathered, worded);
  const drafts = joinEqualCriteria(checked.criteria).map((criterion): Drafted => ({
    ...criterion,
    ...groundsOf(criterion.advice, byId),
  }));
  return { drafts, removals: [...removals, ...checked.removals] };
}

export function sourcesById({ sources }: Pick<Gathered, 'sources'>): ReadonlyMap<string, Source> {
  return new Map(sources.map(({ source }) => [source.id, source]));
}

/** How many say it, and how good they are. */
export function groundsOf(advice: readonly Advice[], byId: ReadonlyMap<string, Source>) {
  return { support: supportOf(advice, byId), ...bestRating(advice, byId) };
}

/** A point of the model alone that came as a criterion is one: rewriting it would only cost. */
function finished({ advice, modelPoints }: Behind): ModelCriterion | null {
  const [first] = modelPoints;
  if (advice.length > 0 || first === undefined || first.question === null) return null;
  return {
    text: first.text,
    question: first.question,
    explicit: modelPoints.some((point) => point.explicit),
    check: first.check,
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

type Joinable = Omit<Drafted, 'id' | 'instanceIds' | keyof ReturnType<typeof groundsOf>> & Pick<Behind, 'point'>;

/** Criteria whose wording came out the same are one; the first wording stands, with draft ids c1, c2, …. */
function joinEqualCriteria(items: readonly Joinable[]) {
  const byWording = new Map<string, [Joinable, ...Joinable[]]>();
  for (const item of items) {
    // Case, white space and punctuation do not make a difference; anything else does.
    const key = (item.text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
    const group = byWording.get(key);
    if (group === undefined) byWording.set(key, [item]);
    else group.push(item);
  }
  return [...byWording.values()].map((group, index) => {
    const [{ text, question, check }] = group;
    const advice = group.flatMap((item) => item.advice);
    const instanceIds = group.flatMap(({ point }) => point.instanceIds ?? []);
    return {
      ...{ text, question },
      ...(check === undefined ? {} : { check }),
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

/** What is said of all quotes holds for each of them: "full" only where every one was compared and says it all. */
function weakest(groundings: readonly Drafted['grounding'][]): Drafted['grounding'] {
  const strength = (grounding: Drafted['grounding']): number => {
    if (grounding === null) return 3;
    if (grounding.status === 'unchecked') return 0;
    return grounding.verdict === 'part' ? 1 : 2;
  };
  return groundings.toSorted((a, b) => strength(a) - strength(b))[0] ?? null;
}

/**
 * The publisher: independent support means different ones. The registrable domain of a web page, saved to a library or not; in a library otherwise the site that the file
 * declares (files that declare none count as one publisher); all bundled guides are one publisher, this project.
 */
export function siteOf(source: Pick<Source, 'finalUrl' | 'site' | 'via'>): string {
  if (source.via === 'bundled') return 'bundled';
  if (source.via === 'library' && source.finalUrl.startsWith('library:'))
    return source.site === null ? 'library' : (getDomain(source.site) ?? source.site);
  return getDomain(source.finalUrl, { allowPrivateDomains: true }) ?? getHostname(source.finalUrl) ?? source.finalUrl;
}
