/** What judging one response by one checklist found. "No verdict" is a value: it is never a no. */
import { z } from 'zod';
import { Checklist, Level } from './checklist.ts';
import { ItemId } from './ids.ts';
import { AgentProvenance, ModelUsage } from './model.ts';
import { SCORES } from './scores.ts';

export const Answer = z.enum(['yes', 'no', 'not-applicable']);
export type Answer = z.infer<typeof Answer>;

/** The response's own slice [start, end), in UTF-16 units. */
export const ResponseQuote = z.strictObject({
  quote: z.string().min(1),
  start: z.int().nonnegative(),
  end: z.int().positive(),
});
export type ResponseQuote = z.infer<typeof ResponseQuote>;

/** How often each answer was given over k samples (maj@k); `unscored` are those without a readable answer. */
export const Votes = z.strictObject({
  yes: z.int().nonnegative(),
  no: z.int().nonnegative(),
  notApplicable: z.int().nonnegative(),
  unscored: z.int().nonnegative(),
});
export type Votes = z.infer<typeof Votes>;

/** Of a panel: what each model said; null: it abstained. Absent: one judge. */
const members = z.array(z.strictObject({ model: z.string(), answer: Answer.nullable() })).exactOptional();

export const Verdict = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    answer: Answer,
    by: z.enum(['model', 'code']),
    /** The judge's analysis; by code: what was counted. */
    reason: z.string(),
    quotes: z.array(ResponseQuote),
    /** Null where code decided. */
    votes: Votes.nullable(),
    /** Share of the readable votes that the answer has, (0, 1]; null where code decided. */
    voteShare: z.number().min(0).max(1).nullable(),
    /** P(yes) / (P(yes) + P(no)) from token probabilities; null where the endpoint gives none. */
    yesProbability: z.number().min(0).max(1).nullable(),
    /** Of an item with levels: the chosen one. The answer is yes for the highest alone. */
    level: Level.pick({ label: true, value: true }).exactOptional(),
    members,
  }),
  z.strictObject({ status: z.literal('unscored'), reason: z.string().min(1), votes: Votes.nullable(), members }),
]);
export type Verdict = z.infer<typeof Verdict>;

export const ItemVerdict = z.strictObject({ itemId: ItemId, verdict: Verdict });
export type ItemVerdict = z.infer<typeof ItemVerdict>;

export const PassRate = z.strictObject({
  /** yes / (yes + no) (TICK, PR); null where nothing was scored. */
  rate: z.number().min(0).max(1).nullable(),
  /** The same by weight; null where the scored items weigh nothing. */
  weightedRate: z.number().min(0).max(1).nullable(),
  ...Votes.shape,
});
export type PassRate = z.infer<typeof PassRate>;

export const ScoreName = z.enum(SCORES);
export type ScoreName = z.infer<typeof ScoreName>;

/** One number for a response, by a score of its name. */
export const Score = z.strictObject({
  by: ScoreName,
  /** Null: unscored, never 0. */
  value: z.number().min(0).max(1).nullable(),
  /** Why there is no value; null where there is one. */
  reason: z.string().min(1).nullable(),
  /** If every unscored item were unmet, and if every one were met; null where that has no value either. */
  lowest: z.number().min(0).max(1).nullable(),
  highest: z.number().min(0).max(1).nullable(),
});
export type Score = z.infer<typeof Score>;

export const Judgement = z.strictObject({
  name: z.string(),
  response: z.string(),
  checklist: Checklist,
  /** One for each item, in the checklist's order. */
  verdicts: z.array(ItemVerdict),
  passRate: PassRate,
  /** Absent: none but the pass rate was asked for. */
  score: Score.exactOptional(),
  warnings: z.array(z.string()),
  /** Null where code alone judged. */
  judge: z.strictObject({ model: z.string(), prompts: z.record(z.string(), z.string()) }).nullable(),
  usage: z.array(ModelUsage),
});
export type Judgement = z.infer<typeof Judgement>;

/** One response with its verdicts, beside the checklist that all are judged by. */
export const JudgedResponse = Judgement.pick({
  name: true,
  response: true,
  verdicts: true,
  passRate: true,
  score: true,
  warnings: true,
});
export type JudgedResponse = z.infer<typeof JudgedResponse>;

/** Work in which models write responses and a checklist judges them. */
export const WrittenAndJudged = z.strictObject({
  ...Judgement.pick({ checklist: true, judge: true, usage: true }).shape,
  /** Those that wrote; empty where nothing was written. */
  writers: AgentProvenance,
});
