/** Advice: what one page says about how to write such a text, with the proof. */
import { z } from 'zod';
import { AdviceId, QueryId, SourceId, type PointId } from './ids.ts';

/** An advice point as an engine returns it: the quote is a claim that code aligns with the page. */
export interface ClaimedAdvice {
  /** The advice in the engine's words (for a classical engine: the sentence itself). */
  readonly text: string;
  /** What the page says, verbatim. */
  readonly quote: string;
  /** The queries that it answers, of those asked. */
  readonly queryIds: readonly QueryId[];
}

export const Advice = z.strictObject({
  id: AdviceId,
  sourceId: SourceId,
  queryIds: z.array(QueryId),
  text: z.string().min(1),
  /** The page's own slice [start, end) of its canonical text. */
  quote: z.string().min(1),
  start: z.int().nonnegative(),
  end: z.int().positive(),
  pageNumber: z.int().min(1).nullable(),
});
export type Advice = z.infer<typeof Advice>;

/** One or more pieces of advice that say the same. */
export interface Point {
  readonly id: PointId;
  readonly text: string;
  readonly adviceIds: readonly AdviceId[];
}
