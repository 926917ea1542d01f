/** Which of two responses is better, by one of TICK's protocols. "No verdict" is a value: it is never a tie. */
import { z } from 'zod';
import { Checklist } from './checklist.ts';
import { JudgedResponse } from './judged-response.ts';
import { Judgement } from './judgement.ts';
import { AgentProvenance, ModelUsage } from './model.ts';
import { PROTOCOLS } from './protocols.ts';
import { Task } from './task.ts';

export const Protocol = z.enum(PROTOCOLS);
export type Protocol = z.infer<typeof Protocol>;

export const Winner = z.enum(['a', 'b', 'tie']);
export type Winner = z.infer<typeof Winner>;

const Unscored = z.strictObject({ status: z.literal('unscored'), reason: z.string().min(1) });

/** What the judge prefers when one of the two is shown first. */
export const OrderedPreference = z.strictObject({
  first: z.enum(['a', 'b']),
  verdict: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('scored'),
      winner: Winner,
      /** The analysis of the first sample that agrees. */
      reason: z.string(),
      votes: z.strictObject({
        a: z.int().nonnegative(),
        b: z.int().nonnegative(),
        tie: z.int().nonnegative(),
        unscored: z.int().nonnegative(),
      }),
    }),
    Unscored,
  ]),
});
export type OrderedPreference = z.infer<typeof OrderedPreference>;

export const ResponseScore = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    /** 1–5; of several samples the mean of the readable ones. */
    score: z.number().min(1).max(5),
    samples: z.array(z.number().min(1).max(5)).min(1),
    reason: z.string(),
  }),
  Unscored,
]);
export type ResponseScore = z.infer<typeof ResponseScore>;

/** What the result rests on. */
export const Grounds = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pass-rates'),
    checklist: Checklist,
    a: JudgedResponse,
    b: JudgedResponse,
    judge: Judgement.shape.judge,
    /** Over the items that have a verdict on both sides, so that a lost verdict favours neither; null: none counts. */
    rates: z.strictObject({
      a: z.number().min(0).max(1).nullable(),
      b: z.number().min(0).max(1).nullable(),
      items: z.int().nonnegative(),
    }),
  }),
  z.strictObject({ kind: z.literal('preferences'), orders: z.tuple([OrderedPreference, OrderedPreference]) }),
  z.strictObject({
    kind: z.literal('scores'),
    checklist: Checklist.nullable(),
    a: ResponseScore,
    b: ResponseScore,
  }),
]);
export type Grounds = z.infer<typeof Grounds>;

export const NamedResponse = z.strictObject({
  name: z.string(),
  response: z.string(),
});
export type NamedResponse = z.infer<typeof NamedResponse>;

export const Comparison = z.strictObject({
  name: z.string(),
  task: Task.nullable(),
  a: NamedResponse,
  b: NamedResponse,
  by: Protocol,
  result: z.discriminatedUnion('status', [
    z.strictObject({
      status: z.literal('scored'),
      winner: Winner,
      /** Whether the two orders disagree, which makes a tie; null where order plays no part. */
      flipped: z.boolean().nullable(),
    }),
    Unscored,
  ]),
  grounds: Grounds.nullable(),
  label: Winner.nullable(),
  warnings: z.array(z.string()),
  /** Those that compare or score; empty where a checklist alone decides. */
  comparers: AgentProvenance,
  usage: z.array(ModelUsage),
});
export type Comparison = z.infer<typeof Comparison>;
