/** Step "answers": extracts the advice of the kept pages and grounds each piece in its quote. */
import type { Advice, ClaimedAdvice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { ExtractItem } from '../domain/engine.ts';
import { AdviceId } from '../domain/ids.ts';
import { overlapsAny, type Page, type Span } from '../domain/page.ts';
import type { Decision } from '../domain/source.ts';
import { tidy } from '../llm/agent-kit/wording.ts';
import { pageAligner } from '../pages/align-quote.ts';
import { quoteAndNearest } from '../pages/nearest-wording.ts';
import { pageNumberAt } from '../pages/quote-link.ts';
import { plural } from '../text/plural.ts';
import { type Discovery, type DiscoveryState, queriesOf, runStep, type SourceWithPage } from './discovery.ts';
import { pointsOf } from './merge-points.ts';
import { headingAbove } from './passages.ts';

export async function extractPoints(discovery: Discovery, state: DiscoveryState): Promise<DiscoveryState> {
  const collected = await collectAdvice(discovery, state);
  const advice = new Map([...state.advice, ...collected.advice.map((piece) => [piece.id, piece] as const)]);
  return {
    ...state,
    sources: collected.sources,
    readIds: collected.readIds,
    advice,
    unmerged: pointsOf(collected.advice, (piece) => piece.sourceId, state.points),
    removals: [...state.removals, ...collected.removals],
  };
}

async function collectAdvice(
  discovery: Discovery,
  { queries, sources: rated, advice: known, readIds }: DiscoveryState,
) {
  const items = rated.flatMap(({ source, page }): ExtractItem[] => {
    if (source.decision !== 'kept' || page === null || source.rating === null || readIds.has(source.id)) return [];
    return [{ id: source.id, page, queries: queriesOf(source, queries) }];
  });
  const { extractAdvice } = discovery.ports.engine;
  const outcomes = await runStep(
    discovery,
    'answers',
    extractAdvice,
    items,
    (values) => {
      const pages = values.filter((claims) => claims.length > 0).length;
      return `${plural(values.flat().length, 'piece of advice', 'pieces of advice')} on ${plural(pages, 'page')}`;
    },
    { mayFailWhole: readIds.size > 0 },
  );
  const advice: Advice[] = [];
  const removals: Removal[] = [];
  const sources = rated.map((entry): SourceWithPage => {
    const outcome = outcomes.get(entry.source.id);
    if (outcome === undefined || entry.page === null) return entry;
    const refuse = (decision: Decision, reason: string): SourceWithPage => ({
      ...entry,
      source: { ...entry.source, decision, reason },
    });
    if (outcome.status === 'unscored') return refuse('unanswered', `Its advice could not be read: ${outcome.reason}`);
    const grounded = ground(entry, entry.page, outcome.value, known.size + advice.length, removals);
    advice.push(...grounded);
    if (grounded.length > 0) return entry;
    return refuse('no-advice', 'No advice on how to write such a text was found on the page.');
  });
  return { sources, advice, removals, readIds: new Set([...readIds, ...outcomes.keys()]) };
}

/** Aligns each claimed quote with the page. Advice without a match is removed as not grounded. */
function ground(
  { source: { id: sourceId }, orders }: SourceWithPage,
  page: Page,
  claims: readonly ClaimedAdvice[],
  adviceCount: number,
  removals: Removal[],
): Advice[] {
  const align = pageAligner(page);
  const grounded: Advice[] = [];
  for (const claim of claims) {
    // Parts of one sentence follow one another; short ones may stand elsewhere, too.
    const span = align(claim.quote, grounded.at(-1)?.end, claim.shown);
    if (span === null || overlapsAny(span, orders.withheld)) {
      removals.push({
        step: 'answers',
        text: claim.text ?? claim.quote,
        adviceIds: [],
        reason: `Not grounded: the claimed quote is not on the page of ${sourceId}: ${quoteAndNearest(page.text, claim.quote)}.`,
      });
      continue;
    }
    grounded.push({
      id: AdviceId.parse(`a${adviceCount + grounded.length + 1}`),
      sourceId,
      queryIds: [...claim.queryIds],
      text: claim.text ?? underHeading(page, span),
      quote: page.text.slice(span.start, span.end),
      start: span.start,
      end: span.end,
      pageNumber: pageNumberAt(page, span.start),
    });
  }
  return grounded;
}

/** Under “Mistakes” a bare quote would ask for what it warns of. */
function underHeading(page: Page, { start, end }: Span): string {
  const heading = headingAbove(page, start);
  const quote = page.text.slice(start, end);
  return tidy(heading === undefined ? quote : `${page.text.slice(heading.start, heading.end)}: ${quote}`);
}
