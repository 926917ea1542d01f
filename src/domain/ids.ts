/** Branded ids: short, opaque, and made by code alone; a model may cite them but never invent one. */
import { z } from 'zod';

const matching = (pattern: RegExp) => z.string().regex(pattern);

export const QueryId = matching(/^q\d+$/).brand<'QueryId'>();
export type QueryId = z.infer<typeof QueryId>;

export const SourceId = matching(/^s\d+$/).brand<'SourceId'>();
export type SourceId = z.infer<typeof SourceId>;

export const AdviceId = matching(/^a\d+$/).brand<'AdviceId'>();
export type AdviceId = z.infer<typeof AdviceId>;

export const PointId = matching(/^m\d+$/).brand<'PointId'>();
export type PointId = z.infer<typeof PointId>;

export const CriterionId = matching(/^c\d+$/).brand<'CriterionId'>();
export type CriterionId = z.infer<typeof CriterionId>;

/** `cs_`, or `kg_` for a guide to a kind of text, and the first 24 hex digits of the SHA-256 of the set's canonical content. */
export const CriteriaSetId = matching(/^(?:cs|kg)_[0-9a-f]{24}$/).brand<'CriteriaSetId'>();
export type CriteriaSetId = z.infer<typeof CriteriaSetId>;

/** A stored set as people name it. */
export const SetReference = z
  .string()
  .regex(
    /^(?:last|(?:cs|kg)_[0-9a-f]{1,24})$/,
    'must be the id of a set, the beginning of one, or “last” for the newest',
  );

export const ItemId = matching(/^i\d+$/).brand<'ItemId'>();
