/** Step "rewriting": each point becomes a criterion, or a removal with its reason. */
import { joinEqualCriteria } from '../../criteria/join-equal-criteria.ts';
import { siteOf } from '../../criteria/site.ts';
import type { Advice, Point } from '../../domain/advice.ts';
import type { Removal } from '../../domain/criteria-set.ts';
import type { DraftCriterion, RewriteItem } from '../../domain/engine.ts';
import type { Source } from '../../domain/source.ts';
import { runStep } from '../run-step.ts';
import type { CollectedAdvice, Discovery } from './discovery.ts';

export interface DraftedCriteria {
  readonly drafts: readonly DraftCriterion[];
  readonly removals: readonly Removal[];
}

export async function draftCriteria(
  { run, ports, task, usage }: Discovery,
  { sources, advice }: CollectedAdvice,
  points: readonly Point[],
): Promise<DraftedCriteria> {
  const byId = new Map<string, Source>(sources.map(({ source }) => [source.id, source]));
  const items = points.map((point): RewriteItem => {
    const pieces = point.adviceIds.flatMap((id) => advice.get(id) ?? []);
    return { id: point.id, point, advice: pieces, ...bestRating(pieces, byId) };
  });
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
  const rewritten = items.flatMap((item) => {
    const outcome = outcomes.get(item.id);
    if (outcome?.status === 'done' && outcome.value.kind === 'criterion') return [{ item, ...outcome.value }];
    const reason =
      outcome?.status === 'done' && outcome.value.kind === 'removed'
        ? outcome.value.reason
        : `Not rewritten: ${outcome?.status === 'unscored' ? outcome.reason : 'no outcome'}`;
    removals.push({ step: 'rewriting', text: item.point.text, adviceIds: [...item.point.adviceIds], reason });
    return [];
  });
  const drafts = joinEqualCriteria(
    rewritten.map(({ item, text, question, explicit }) => ({
      text,
      question,
      explicit,
      advice: item.advice,
    })),
  ).map((joined) => ({
    ...joined,
    support: supportOf(joined.advice, byId),
    ...bestRating(joined.advice, byId),
  }));
  return { drafts, removals };
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
