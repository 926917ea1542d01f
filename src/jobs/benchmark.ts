/** What is kept of a run over many rows: which rows, what came of each, what it took. Judgements and sets lie under their own ids. */
import { z } from 'zod';
import { ModelUsage } from '../domain/model.ts';
import { Leaderboard } from '../measure/leaderboard.ts';

const count = z.int().nonnegative();

export const BenchmarkRow = z.strictObject({
  /** As the input calls it. */
  id: z.string(),
  /** Empty: of a discovery, or nobody knows whose it is. */
  system: z.string(),
  category: z.string().nullable(),
  /** Its place in `instructions`. */
  instruction: count,
  status: z.enum(['open', 'done', 'no-criteria', 'incomplete', 'failed']),
  /** Why it is not done. */
  reason: z.string().nullable(),
  /** The id of the judgement or the set; null: there is none. */
  result: z.string().nullable(),
  /** Of a judgement its score, or else its pass rate, [0, 1]; null where nothing was scored. */
  value: z.number().nullable(),
  /** Items without a verdict. */
  unscored: count,
});
export type BenchmarkRow = z.infer<typeof BenchmarkRow>;

const BenchmarkRun = z.strictObject({
  /** ISO 8601, in UTC. */
  startedAt: z.string(),
  /** When this was written last: while it runs every few seconds, if something came of it. */
  heardAt: z.string(),
  /** Null: it runs, or its process was killed. */
  endedAt: z.string().nullable(),
  /** What kept rows from being run; null: nothing did. */
  stoppedBy: z.string().nullable(),
  usage: z.array(ModelUsage),
});
export type BenchmarkRun = z.infer<typeof BenchmarkRun>;

/** The same rows under the same settings are one benchmark, however many runs they take. */
export const Benchmark = z.strictObject({
  of: z.enum(['responses', 'instructions']),
  /** The files it was read from. */
  name: z.string(),
  models: z.array(z.string()),
  /** What it is done with, for people. */
  settings: z.record(z.string(), z.string()),
  /** Of the queue, where workers do it. */
  batch: z.string().nullable(),
  /** The first characters of each. */
  instructions: z.array(z.string()),
  rows: z.array(BenchmarkRow),
  /** The latest last. */
  runs: z.array(BenchmarkRun).min(1),
  /** Of all rows; null: of instructions there is none, and until the first run has ended. */
  leaderboard: Leaderboard.nullable(),
});
export type Benchmark = z.infer<typeof Benchmark>;
