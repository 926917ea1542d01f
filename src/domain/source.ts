/** A source: one URL that a search found, and what was decided about it. */
import { z } from 'zod';
import { enumOf } from './enum-of.ts';
import { counts } from './groups.ts';
import { QueryId, SourceId } from './ids.ts';
import { ExtractionId, Page, Via } from './page.ts';

export const Rating = z.strictObject({
  /** 1 (no expertise shown) to 5 (expert, reliable, actionable); EvalAgent, expert retriever. */
  expertise: z.int().min(1).max(5),
  /** 0 none, 1 general advice, 2 specific advice for this instruction; EvalAgent, expert retriever. */
  relevance: z.int().min(0).max(2),
  reasons: z.array(z.string().min(1)),
});
export type Rating = z.infer<typeof Rating>;

/** `kept`, or why the source was dropped; older records have `suspected-injection`, where now single passages are withheld. */
export const Decision = enumOf(`
  kept, unreachable, refused-by-robots, blocked-page, not-text, unreadable, too-large, too-short,
  wrong-language, duplicate, suspected-injection, unrated, low-expertise, not-relevant, outranked,
  no-advice, unanswered, over-limit, refused-domain, too-old, left-out`);
export type Decision = z.infer<typeof Decision>;

export const FetchFailure = enumOf('unreachable, refused-by-robots, blocked-page, not-text, unreadable, too-large');

export const SourceHit = z.strictObject({ queryId: QueryId, rank: z.int().min(1) });
export type SourceHit = z.infer<typeof SourceHit>;

export const Source = z.strictObject({
  id: SourceId,
  url: z.string().min(1),
  finalUrl: z.string().min(1),
  via: Via.nullable(),
  ...Page.pick({ title: true, byline: true, site: true, publishedOn: true, language: true }).shape,
  extraction: ExtractionId.nullable(),
  /** Which queries found it, at which rank (1 = first). */
  hits: z.array(SourceHit),
  /** Present where the user gave the address, whether a query found it as well or not. */
  given: z.literal(true).optional(),
  /** How many passages plainly give orders to language models and were shown to none. Absent: none did. */
  withheldPassages: z.int().positive().optional(),
  /** How many passages may do so, or be advice: they were read as data. Absent: none may. */
  suspectedPassages: z.int().positive().optional(),
  rating: Rating.nullable(),
  decision: Decision,
  /** Why, in words; names the other source where it is a duplicate of one. */
  reason: z.string(),
});
export type Source = z.infer<typeof Source>;

/** "5 not-relevant, 2 duplicate": how many were dropped, most frequent first. */
export function countDecisions(sources: readonly Pick<Source, 'decision'>[]): string {
  const dropped = sources.map(({ decision }) => decision).filter((decision) => decision !== 'kept');
  return [...counts(dropped)]
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .map(([decision, count]) => `${count} ${decision}`)
    .join(', ');
}
