/** Advice: what one page says about how to write such a text, with the proof. */
import { z } from 'zod';
import { DecidingCheck } from './check.ts';
import { AdviceId, QueryId, SourceId, type PointId } from './ids.ts';
import type { Span } from './page.ts';

/** Of a model's own answer to one query. */
export const MAX_ADVICE_PER_ANSWER = 10;

/** An advice point as an engine returns it: the quote is a claim that code aligns with the page. */
export interface ClaimedAdvice {
  /** The advice in the engine's words (for a classical engine: the sentence itself); null: they cannot be used. */
  readonly text: string | null;
  /** What the page says, verbatim. */
  readonly quote: string;
  /** The queries that it answers, of those asked. */
  readonly queryIds: readonly QueryId[];
  /** What the engine was shown of the page, where not all: a quote that stands elsewhere, too, is of there. */
  readonly shown?: readonly Span[];
}

export const Advice = z.strictObject({
  id: AdviceId,
  sourceId: SourceId,
  queryIds: z.array(QueryId),
  text: z.string().min(1),
  /** The page's own slice [start, end) of its canonical text, in UTF-16 units. */
  quote: z.string().min(1),
  start: z.int().nonnegative(),
  end: z.int().positive(),
  /** 1-based page of a PDF. */
  pageNumber: z.int().min(1).nullable(),
});
export type Advice = z.infer<typeof Advice>;

/** A point that rests on no page: a model's own criterion or answer, or a demand of the instruction. Never grounded. */
export const ModelPoint = z.strictObject({
  id: AdviceId,
  origin: z.enum(['model', 'model-answer', 'instruction']),
  text: z.string().min(1),
  /** Where the text is a criterion already: its yes/no form. */
  question: z.string().min(1).nullable(),
  /** True where it restates the instruction. */
  explicit: z.boolean(),
  queryIds: z.array(QueryId),
  check: DecidingCheck.optional(),
  /** As in a criterion. */
  appliesWhen: z.string().min(1).optional(),
});
export type ModelPoint = z.infer<typeof ModelPoint>;

/** A theme: one demand, and the pieces of advice, or points of a model, that make it or are instances of it. */
export interface Point {
  readonly id: PointId;
  readonly text: string;
  /** Ids of advice and of model points alike. */
  readonly adviceIds: readonly AdviceId[];
  /** Those of them that are examples, single cases or limits of the demand. Absent: none. */
  readonly instanceIds?: readonly AdviceId[];
}
