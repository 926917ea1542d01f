/** Branded ids: short, opaque, and made by code alone; a model may cite them but never invent one. */
import { z } from 'zod';

const idOf = <Brand extends string>(pattern: RegExp) => z.string().regex(pattern).brand<Brand>();

export const QueryId = idOf<'QueryId'>(/^q\d+$/);
export type QueryId = z.infer<typeof QueryId>;

export const SourceId = idOf<'SourceId'>(/^s\d+$/);
export type SourceId = z.infer<typeof SourceId>;

export const AdviceId = idOf<'AdviceId'>(/^a\d+$/);
export type AdviceId = z.infer<typeof AdviceId>;

export const PointId = idOf<'PointId'>(/^m\d+$/);
export type PointId = z.infer<typeof PointId>;

export const CriterionId = idOf<'CriterionId'>(/^c\d+$/);
export type CriterionId = z.infer<typeof CriterionId>;

/** `cs_` and the first 24 hex digits of the SHA-256 of the set's canonical content. */
export const CriteriaSetId = idOf<'CriteriaSetId'>(/^cs_[0-9a-f]{24}$/);
export type CriteriaSetId = z.infer<typeof CriteriaSetId>;

/** An item of a checklist. */
export const ItemId = idOf<'ItemId'>(/^i\d+$/);
export type ItemId = z.infer<typeof ItemId>;
