/** Step "rewriting": each point becomes a criterion, or a removal with its reason. */
import type { Advice, ModelPoint, Point } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { DraftCriterion, RewriteItem } from '../domain/engine.ts';
import { CriterionId } from '../domain/ids.ts';
import type { Source } from '../domain/source.ts';
import { runStep } from '../run/run-step.ts';
import type { Discovery, Gathered } from './discovery.ts';
import { siteOf } from './site.ts';

/** A draft and the points of a model that stand behind it beside its advice. */
export interface Drafted extends DraftCriterion {
  readonly modelPoints: readonly ModelPoint[];
}

interface DraftedCriteria {
  readonly drafts: readonly Drafted[];
  readonly removals: readonly Removal[];
}

interface Behind {
  readonly point: Point;
  readonly advice: readonly Advice[];
  readonly modelPoints: readonly ModelPoint[];
}

export async function draftCriteria(
  { run, ports, task, usage }: Discovery,
  gathered: Gathered,
): Promise<DraftedCriteria> {
  const byId = new Map<string, Source>(gathered.sources.map(({ source }) => [source.id, source]));
  const all = gathered.points.map((point): Behind => ({
    point,
    advice: point.adviceIds.flatMap((id) => gathered.advice.get(id) ?? []),
    modelPoints: point.adviceIds.flatMap((id) => gathered.modelPoints.get(id) ?? []),
  }));
  const items = all
    .filter((behind) => finished(behind) === null)
    .map(({ point, advice }): RewriteItem => ({ id: point.id, point, advice, ...bestRating(advice, byId) }));
  const outcomes = await runStep(
    run,
    usage,
    'rewriting',
    ports.engine.rewriteCriteria,
    task,
    items,
    (values) => `${values.filter((value) => value.kind === 'criterion').length} criteria drafted`,
  );
  const removals: Removal[] = [];
  const worded = all.flatMap((behind): (Behind & Worded)[] => {
    const own = finished(behind);
    if (own !== null) return [{ ...behind, ...own }];
    const { point } = behind;
    const outcome = outcomes.get(point.id);
    if (outcome?.status === 'done' && outcome.value.kind === 'criterion')
      return [{ ...behind, ...outcome.value }];
    const reason =
      outcome?.status === 'done' && outcome.value.kind === 'removed'
        ? outcome.value.reason
        : `Not rewritten: ${outcome?.status === 'unscored' ? outcome.reason : 'no outcome'}`;
    removals.push({ step: 'rewriting', text: point.text, adviceIds: [...point.adviceIds], reason });
    return [];
  });
  const drafts = joinEqualCriteria(worded).map(
    ({ id, text, question, explicit, check, advice, modelPoints }) => ({
      id,
      text,
      question,
      explicit,
      check,
      advice,
      modelPoints,
      support: supportOf(advice, byId),
      ...bestRating(advice, byId),
    }),
  );
  return { drafts, removals };
}

type Worded = Pick<DraftCriterion, 'text' | 'question' | 'explicit' | 'check'>;

/** A point of the model alone that came as a criterion is one: rewriting it would only cost. */
function finished({ advice, modelPoints }: Behind): Worded | null {
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

function bestRating(
  advice: readonly Advice[],
  byId: ReadonlyMap<string, Source>,
): Pick<DraftCriterion, 'sourceRelevance' | 'sourceExpertise'> {
  const ratings = sourcesOf(advice, byId).flatMap((source) => source.rating ?? []);
  return {
    sourceRelevance: Math.max(0, ...ratings.map((rating) => rating.relevance)),
    sourceExpertise: Math.max(0, ...ratings.map((rating) => rating.expertise)),
  };
}

/** Case, white space and punctuation do not make a difference; anything else does. */
function wordingKey(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join(' ');
}

/**
 * Criteria whose wording came out the same are one criterion; all their advice stays with it.
 * In the order of first appearance, with draft ids c1, c2, …; the first wording stands.
 */
function joinEqualCriteria<Item extends Pick<DraftCriterion, 'text' | 'question' | 'explicit' | 'advice'>>(
  items: readonly Item[],
): (Item & { readonly id: CriterionId })[] {
  const byWording = new Map<string, Item>();
  for (const item of items) {
    const key = wordingKey(item.text);
    const first = byWording.get(key);
    byWording.set(
      key,
      first === undefined
        ? item
        : { ...first, explicit: first.explicit || item.explicit, advice: [...first.advice, ...item.advice] },
    );
  }
  return [...byWording.values()].map((item, index) => ({ ...item, id: CriterionId.parse(`c${index + 1}`) }));
}
