/** Step "rating": checks by code, the engine's rating, and the selection of the best pages per query. */
import type { DiscoveryParameters, Query } from '../domain/criteria-set.ts';
import type { Engine, RateItem } from '../domain/engine.ts';
import type { QueryId } from '../domain/ids.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Page } from '../domain/page.ts';
import type { Rating, Source } from '../domain/source.ts';
import { oncePer } from '../pages/once-per.ts';
import { createNearDuplicates, shingles } from '../text/similarity.ts';
import { wantedLanguage } from './propose-queries.ts';
import {
  type Discovery,
  type DiscoveryState,
  queriesOf,
  runStep,
  type SourceWithPage,
  usesModel,
} from './discovery.ts';

/** @param readIds sources whose advice an earlier round extracted: they stay unchanged */
export async function rateSources(
  discovery: Discovery,
  queries: readonly Query[],
  found: readonly SourceWithPage[],
  readIds: ReadonlySet<string>,
): Promise<SourceWithPage[]> {
  const { ports, parameters } = discovery;
  const drops = screenPages(found, parameters, wantedLanguage(parameters, queries));
  const items = found.flatMap(({ source, page, considered }): RateItem[] => {
    if (considered || page === null || drops.has(source.id)) return [];
    return [{ id: source.id, url: source.finalUrl, via: source.via, page, queries: queriesOf(source, queries) }];
  });
  const queryIds = queries.map(({ id }) => id);
  const decidedBy = (ratings: ReadonlyMap<string, Outcome<Rating>>) => {
    const rated = found.map(({ source, considered }) => {
      if (considered) return source;
      const drop = drops.get(source.id);
      if (drop !== undefined) return { ...source, ...drop };
      const outcome = ratings.get(source.id);
      if (outcome === undefined) return source;
      return outcome.status === 'done'
        ? { ...source, rating: outcome.value }
        : { ...source, decision: 'unrated' as const, reason: outcome.reason };
    });
    return selectSources(rated, queryIds, parameters, readIds);
  };
  const keptOf = (ratings: ReadonlyMap<string, Outcome<Rating>>) =>
    decidedBy(ratings).filter(({ id, decision }) => ratings.has(id) && decision === 'kept');
  const ratings = await runStep(
    discovery,
    'rating',
    ports.engine.ratePages,
    items,
    (_values, outcomes) => `${keptOf(outcomes).length} of ${items.length} pages kept`,
    { mayFailWhole: found.some(({ source, considered }) => considered && source.rating !== null) },
  );
  const selected = decidedBy(ratings);
  return found.map((entry, index) => ({
    ...entry,
    source: selected[index] ?? entry.source,
    considered: true,
  }));
}

/** Where nothing specific was found, general advice alone: a model applies it to the instruction, rules would not. */
export function withGeneralAdvice({ ports, parameters }: Discovery, state: DiscoveryState): DiscoveryState {
  const { sources, queries, readIds } = state;
  if (!usesModel(ports.engine) || hasSpecificAdvice(state)) return state;
  const queryIds = queries.map(({ id }) => id);
  const all = sources.map(({ source }) => source);
  const selected = selectSources(all, queryIds, { ...parameters, isGeneralEnough: true }, readIds);
  return { ...state, sources: sources.map((entry, index) => ({ ...entry, source: selected[index] ?? entry.source })) };
}

/** Of this very kind of text, on a page that is kept. */
export function hasSpecificAdvice({ sources }: DiscoveryState): boolean {
  return sources.some(
    ({ source: { decision, rating } }) => decision === 'kept' && (rating?.relevance ?? 0) >= SPECIFIC,
  );
}

const shinglesOf = oncePer(({ text }: Page) => shingles(text));

/** What rating takes of a page by itself, as soon as it has been read: others are on their way. */
export function prepareRating(engine: Engine, shown: Page): void {
  shinglesOf(shown);
  engine.prepareRating?.(shown);
}

type Drop = Pick<Source, 'decision' | 'reason'>;

/** By source id: pages that code rules out, and near duplicates of earlier pages. */
function screenPages(
  found: readonly SourceWithPage[],
  parameters: DiscoveryParameters,
  language: string | null,
): Map<string, Drop> {
  const drops = new Map<string, Drop>();
  const originals = createNearDuplicates<string>();
  // This project's own guides are no copies of one another; a test holds them to it.
  const areOurs = found.every(({ source, page }) => page === null || source.via === 'bundled');
  const isOfUser = ({ given, via }: Source) => given === true || via === 'library' || via === 'bundled';
  // What the user chose is no copy of a page that may be refused.
  for (const { source, page } of found.toSorted((a, b) => Number(isOfUser(b.source)) - Number(isOfUser(a.source)))) {
    if (page === null) continue;
    const isChosen = isOfUser(source);
    const wanted = isChosen ? (parameters.language ?? null) : language;
    const drop = screen(page, parameters, wanted) ?? duplicate(areOurs ? null : originals.find(shinglesOf(page)));
    if (drop !== null) drops.set(source.id, drop);
    else if (!areOurs) originals.add(source.id, shinglesOf(page));
  }
  return drops;
}

/** Pages of unknown language or date pass; those that the user chose, in any language but one that is asked for. */
function screen(page: Page, { since }: DiscoveryParameters, language: string | null): Drop | null {
  if (language !== null && page.language !== null && page.language !== language)
    return { decision: 'wrong-language', reason: `The page is in ${page.language}, not in ${language}.` };
  if (since !== undefined && page.publishedOn !== null && page.publishedOn < since)
    return { decision: 'too-old', reason: `The page is dated ${page.publishedOn}, before ${since}.` };
  return null;
}

function duplicate(original: string | null): Drop | null {
  if (original === null) return null;
  return { decision: 'duplicate', reason: `Nearly the same text as ${original}, which was found first.` };
}

/** The relevance that means "specific advice for this instruction". */
const SPECIFIC = 2;
type RatedSource = Source & { readonly rating: Rating };

/**
 * Decides all rated sources that are not in `readIds`. The user's pages must be as good as the others, but do not use up a
 * query's places; neither does a page that another query keeps. If no kept source is specific, none is kept: general advice
 * alone says nothing about a kind of text, unless it is to be enough, or any relevance will do (EvalAgent, §3).
 */
export function selectSources(
  sources: readonly Source[],
  queryIds: readonly QueryId[],
  { isGeneralEnough, ...parameters }: DiscoveryParameters & { readonly isGeneralEnough?: boolean },
  readIds: ReadonlySet<string> = new Set(),
): Source[] {
  const isOpen = (source: Source): source is RatedSource => source.rating !== null && !readIds.has(source.id);
  // An extracted page keeps its place, unless it had no advice.
  const eligible = sources.filter((source): source is RatedSource =>
    isOpen(source) ? refusal(source, parameters) === null : source.rating !== null && source.decision === 'kept',
  );
  const keptIds = new Set<string>(eligible.flatMap(({ id, given }) => (given === true ? [id] : [])));
  for (const queryId of queryIds) {
    // A file that no query found comes last.
    const rank = ({ hits }: Source) =>
      hits.length === 0 ? Number.MAX_VALUE : (hits.find((hit) => hit.queryId === queryId)?.rank ?? Infinity);
    eligible
      .filter((source) => !keptIds.has(source.id) && rank(source) < Infinity)
      .sort(
        (a, b) =>
          b.rating.relevance - a.rating.relevance || b.rating.expertise - a.rating.expertise || rank(a) - rank(b),
      )
      .slice(0, parameters.keepPerQuery)
      .forEach(({ id }) => keptIds.add(id));
  }
  const least = isGeneralEnough === true || parameters.minRelevance === 0 ? 0 : SPECIFIC;
  const isEnough = sources.some(
    ({ id, rating }) => rating !== null && rating.relevance >= least && (keptIds.has(id) || readIds.has(id)),
  );

  function decide({ id, rating, hits }: RatedSource): Drop {
    const why = rating.reasons.join(' ');
    if (!keptIds.has(id))
      return {
        decision: 'outranked',
        reason:
          `Below the best ${parameters.keepPerQuery} of ${hits.length === 0 ? 'all queries: none found it' : 'each query that found it'}. ${why}`.trim(),
      };
    if (isEnough) return { decision: 'kept', reason: why };
    return {
      decision: 'not-relevant',
      reason: 'General advice only, and no source with advice for this kind of text was found.',
    };
  }
  return sources.map((source) =>
    isOpen(source) ? { ...source, ...(refusal(source, parameters) ?? decide(source)) } : source,
  );
}

/** No minimum expertise for files of the user's folder: the user has chosen them. */
function refusal({ rating, via }: RatedSource, { minRelevance, minExpertise }: DiscoveryParameters): Drop | null {
  const { relevance, expertise, reasons } = rating;
  const refuse = (decision: Source['decision'], what: string): Drop => ({
    decision,
    reason: `${what}. ${reasons.join(' ')}`.trim(),
  });
  if (relevance < minRelevance) return refuse('not-relevant', `Relevance ${relevance} is below ${minRelevance}`);
  if (expertise < minExpertise && via !== 'library')
    return refuse('low-expertise', `Expertise ${expertise} is below minExpertise ${minExpertise}`);
  return null;
}
