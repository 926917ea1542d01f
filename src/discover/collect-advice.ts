/** Step "answers": what each kept page advises, every piece with its verbatim quote aligned by code. */
import type { Advice, ClaimedAdvice } from '../domain/advice.ts';
import type { Removal } from '../domain/criteria-set.ts';
import type { ExtractItem } from '../domain/engine.ts';
import { AdviceId } from '../domain/ids.ts';
import type { Page } from '../domain/page.ts';
import { quoteAligner } from '../pages/align-quote.ts';
import { pageNumberAt } from '../pages/page-number-at.ts';
import { queriesOf, type Discovery, type Gathered, type SourceWithPage } from './discovery.ts';
import { runStep } from './engine-step.ts';

interface CollectedAdvice extends Pick<Gathered, 'sources' | 'removals'> {
  /** Of pages that had not been answered before. */
  readonly advice: readonly Advice[];
}

export async function collectAdvice(
  discovery: Discovery,
  { queries, sources: rated, advice: known }: Gathered,
): Promise<CollectedAdvice> {
  const answered = new Set<string>([...known.values()].map((piece) => piece.sourceId));
  const items = rated.flatMap(({ source, page }): ExtractItem[] => {
    if (source.decision !== 'kept' || page === null || source.rating === null || answered.has(source.id))
      return [];
    return [{ id: source.id, page, rating: source.rating, queries: queriesOf(source, queries) }];
  });
  const { extractAdvice } = discovery.ports.engine;
  const outcomes = await runStep(discovery, 'answers', extractAdvice, items, (values) => {
    const pages = values.filter((claims) => claims.length > 0).length;
    return `${values.flat().length} pieces of advice on ${pages} pages`;
  });
  const advice: Advice[] = [];
  const removals: Removal[] = [];
  const sources = rated.map((entry): SourceWithPage => {
    const outcome = outcomes.get(entry.source.id);
    if (outcome === undefined || entry.page === null) return entry;
    const refuse = (reason: string): SourceWithPage => ({
      ...entry,
      source: { ...entry.source, decision: 'no-advice', reason },
    });
    if (outcome.status === 'unscored') return refuse(`Its advice could not be read: ${outcome.reason}`);
    const grounded = ground(entry.source.id, entry.page, outcome.value, known.size + advice.length, removals);
    advice.push(...grounded);
    return grounded.length > 0
      ? entry
      : refuse('No advice on how to write such a text was found on the page.');
  });
  return { sources, advice, removals };
}

/** Aligns each claimed quote; what is not on the page is recorded as not grounded and dropped. */
function ground(
  sourceId: Advice['sourceId'],
  page: Page,
  claims: readonly ClaimedAdvice[],
  taken: number,
  removals: Removal[],
): Advice[] {
  const align = quoteAligner(page.text);
  const grounded: Advice[] = [];
  for (const claim of claims) {
    const span = align(claim.quote);
    if (span === null) {
      removals.push({
        step: 'answers',
        text: claim.text,
        adviceIds: [],
        reason: `Not grounded: the claimed quote is not on the page of ${sourceId}.`,
      });
      continue;
    }
    grounded.push({
      id: AdviceId.parse(`a${taken + grounded.length + 1}`),
      sourceId,
      queryIds: [...claim.queryIds],
      text: claim.text,
      quote: page.text.slice(span.start, span.end),
      start: span.start,
      end: span.end,
      pageNumber: pageNumberAt(page, span.start),
    });
  }
  return grounded;
}
