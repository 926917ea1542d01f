/** What is kept of judging work, beside sets of criteria: each record under its id. */
import { z } from 'zod';

export const RecordKind = z.enum([
  'judgement',
  'comparison',
  'refinement',
  'selection',
  'actionability',
  'scoring',
  'checklist',
  'labels',
  'benchmark',
]);
export type RecordKind = z.infer<typeof RecordKind>;

export interface RecordIds {
  /** By its content: the same content has the same id. */
  readonly id: string;
  /** Of the run that made it: what its model calls took is told apart by it. */
  readonly runId: string;
}

export const StoredRecord = z.strictObject({
  id: z.string().min(1),
  kind: RecordKind,
  /** For people: a file's name, or those of a pair. */
  name: z.string(),
  /** ISO 8601, in UTC. */
  savedAt: z.string(),
  /** The record itself; whoever reads it parses it by its kind's schema. */
  value: z.unknown(),
});
export type StoredRecord = z.infer<typeof StoredRecord>;
export type RecordSummary = Omit<StoredRecord, 'value'>;
