/** What judging one response by one checklist found. "No verdict" is a value: it is never a no. */
import { z } from 'zod';
import { Checklist } from './checklist.ts';
import { ItemId } from './ids.ts';
import { AgentProvenance, ModelUsage } from './model.ts';

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

export const Judgement = z.strictObject({
  name: z.string(),
  response: z.string(),
  checklist: Checklist,
  /** One for each item, in the checklist's order. */
  verdicts: z.array(ItemVerdict),
  passRate: PassRate,
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
  warnings: true,
});
export type JudgedResponse = z.infer<typeof JudgedResponse>;

/** Work in which models write responses and a checklist judges them. */
export const WrittenAndJudged = z.strictObject({
  ...Judgement.pick({ checklist: true, judge: true, usage: true }).shape,
  /** Those that wrote; empty where nothing was written. */
  writers: AgentProvenance,
});
