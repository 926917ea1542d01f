/** A criterion: something a good response does, that can be judged met or not met. */
import { z } from 'zod';
import { Advice } from './advice.ts';
import { DecidingCheck } from './check.ts';
import { AdviceId, CriterionId } from './ids.ts';
import { ExtractionId, Via } from './page.ts';
import { Rating, Source } from './source.ts';

/** Implied criteria in the default list at most: a plain task has fewer. */
export const DEFAULT_TOP = 25;

/** Where a criterion comes from. Origins are never mixed up: only `source` is grounded. */
export const Origin = z.enum(['source', 'model', 'model-answer', 'instruction']);
export type Origin = z.infer<typeof Origin>;

export const Evidence = z.strictObject({
  adviceId: AdviceId,
  sourceId: Advice.shape.sourceId,
  via: Via,
  ...Source.pick({ url: true, finalUrl: true, title: true, site: true }).shape,
  ...Advice.pick({ quote: true, start: true, end: true }).shape,
  extraction: ExtractionId,
  ...Advice.pick({ pageNumber: true, queryIds: true }).shape,
  ...Rating.pick({ expertise: true, relevance: true }).shape,
  /** Opens the document at the quote where that is possible. */
  link: z.string().nullable(),
  /** Present where it is an example, a single case or a limit of what the criterion asks for. */
  instance: z.literal(true).optional(),
  /** Present where the quote may be an order to a language model rather than advice. */
  suspected: z.literal(true).optional(),
});
export type Evidence = z.infer<typeof Evidence>;

/** What a score is made of, each 0–10. */
export interface Weights {
  /** How much better a draft is that meets the criterion. */
  readonly value: number;
  /** How many of ten ordinary drafts do not. */
  readonly missed: number;
  /** How many of ten pairs of readers give one verdict on a draft. */
  readonly agreed: number;
}
const Weight = z.int().min(0).max(10).exactOptional();

/**
 * What an editor would strike a criterion for; `given`: it asks only that what the instruction hands over to write from be
 * told. A compound one leaves a gap in the list: readers agree less on it, and that decides.
 */
export const Strike = z.enum(['unclear', 'arbitrary', 'given']);
export type Strike = z.infer<typeof Strike>;

/** Relevance 0–10, or no score and why. */
export const RelevanceScore = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    score: z.number().min(0).max(10),
    reason: z.string(),
    ...({ value: Weight, missed: Weight, agreed: Weight } satisfies Record<keyof Weights, unknown>),
    /** Absent where it would stand, or where nobody asked. */
    strike: Strike.exactOptional(),
  }),
  z.strictObject({ status: z.literal('unscored'), reason: z.string().min(1) }),
]);
export type RelevanceScore = z.infer<typeof RelevanceScore>;

export const Conflict = z.strictObject({
  /** What asks for the contrary: another criterion, the instruction, or a piece of advice among those behind this one. */
  with: z.union([CriterionId, AdviceId, z.literal('instruction')]),
  reason: z.string().min(1),
});
export type Conflict = z.infer<typeof Conflict>;

/** Whether the quotes say what the criterion asks for, or why nobody looked. */
export const Grounding = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('checked'),
    /** `part`: its first wording asked for more than the quotes do. */
    verdict: z.enum(['full', 'part']),
    /** What no quote says: cut from the former wording or, where there is none, still in the text as the model's own. */
    added: z.string().min(1).nullable(),
    formerText: z.string().min(1).nullable(),
    /** Beside a model's own wording: the criterion that its quotes say in full. Absent: nobody worded it. */
    said: z.string().min(1).exactOptional(),
  }),
  z.strictObject({ status: z.literal('unchecked'), reason: z.string().min(1) }),
]);
export type Grounding = z.infer<typeof Grounding>;

export const Criterion = z.strictObject({
  id: CriterionId,
  /** "The response should …". */
  text: z.string().min(1),
  /** The yes/no form; yes means that the criterion is met. */
  question: z.string().min(1),
  /** `source` wherever there is evidence. */
  origin: Origin,
  /** Other origins that the same point came from. */
  alsoFrom: z.array(Origin),
  relevance: RelevanceScore,
  /** True where the instruction itself asks for it: a block of its own, before what is implied. */
  explicit: z.boolean(),
  /** What must be true of a response for it to apply ("it has an attachment"). Absent: it always does. */
  appliesWhen: z.string().min(1).optional(),
  /** Present where it asks that something bad be absent; met where the fault is absent. */
  fault: z.literal(true).exactOptional(),
  conflicts: z.array(Conflict),
  adviceIds: z.array(AdviceId),
  evidence: z.array(Evidence),
  /** Null where there is no evidence. */
  grounding: Grounding.nullable(),
  /** Sources with evidence for it, of which those with the same sentence count once; and how many independent sites they are on. */
  support: z.strictObject({ sources: z.int().nonnegative(), sites: z.int().nonnegative() }),
  /** The criterion that it is a special case of, or nearly the same as. Absent: none. */
  nearTo: CriterionId.optional(),
  /** Why two readers would often disagree whether a text meets it. Absent: they would not, or nobody said so. */
  unclear: z.string().min(1).optional(),
  /** Present where a review of the whole list chose it. */
  picked: z.literal(true).exactOptional(),
  /** Why the default list leaves it out; null where it is in it. */
  heldBack: z.string().min(1).nullable(),
  /** How code decides it, or refuses it; proposed by a model. */
  check: DecidingCheck.optional(),
});
export type Criterion = z.infer<typeof Criterion>;
