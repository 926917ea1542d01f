/** Which of two responses is better, or how good one is, by a protocol. "No verdict" is a value: it is never a tie. */
import { z } from 'zod';
import { Checklist } from './checklist.ts';
import { Answer, JudgedResponse, Judgement } from './judgement.ts';
import { AgentProvenance, ModelUsage } from './model.ts';
import { PROTOCOLS, SCORING_PROTOCOLS } from './protocols.ts';
import { Task } from './task.ts';

export const Protocol = z.enum(PROTOCOLS);
export type Protocol = z.infer<typeof Protocol>;

export const ScoringProtocol = z.enum(SCORING_PROTOCOLS);
export type ScoringProtocol = z.infer<typeof ScoringProtocol>;

export const Winner = z.enum(['a', 'b', 'tie']);
export type Winner = z.infer<typeof Winner>;

const Unscored = z.strictObject({ status: z.literal('unscored'), reason: z.string().min(1) });

/** What a response can be good in: its name, and a definition or a question that says what is meant. */
export const Dimension = z.strictObject({ name: z.string().min(1), definition: z.string().min(1) });
export type Dimension = z.infer<typeof Dimension>;

/** What the judge was shown beside the instruction and the responses. */
export const Aids = z.strictObject({
  reference: z.string().nullable(),
  /** Questions to think by, or the steps of an evaluation. */
  questions: z.array(z.string()),
  dimensions: z.array(Dimension),
  /** The weak output that further dimensions came from. */
  weak: z.string().nullable(),
});
export type Aids = z.infer<typeof Aids>;

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
      /** Of the sample whose reason is given: what it said of each item. */
      answers: z.array(z.strictObject({ a: Answer, b: Answer })).exactOptional(),
      /** What the judge said once it was asked to think that over; null: nothing readable. Absent: nobody asked. */
      afterDoubt: Winner.nullable().exactOptional(),
    }),
    Unscored,
  ]),
});
export type OrderedPreference = z.infer<typeof OrderedPreference>;

export const ResponseScore = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    /** On the protocol's scale; of several samples the mean of the readable ones. */
    score: z.number(),
    samples: z.array(z.number()).min(1),
    reason: z.string(),
    /** Of the first readable sample: what it said of each item, or of each dimension. */
    answers: z.array(Answer).exactOptional(),
    dimensions: z.array(z.strictObject({ score: z.number(), reason: z.string() })).exactOptional(),
    /** True: every sample was weighed by token probabilities. Absent: the protocol does not ask for them. */
    weighed: z.boolean().exactOptional(),
  }),
  Unscored,
]);
export type ResponseScore = z.infer<typeof ResponseScore>;

const Result = z.discriminatedUnion('status', [
  z.strictObject({
    status: z.literal('scored'),
    winner: Winner,
    /** Whether the two orders disagree, which makes a tie; null where order plays no part. */
    flipped: z.boolean().nullable(),
  }),
  Unscored,
]);

/** What the word of one judge rests on. */
const JudgeGrounds = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pass-rates'),
    checklist: Checklist,
    a: JudgedResponse,
    b: JudgedResponse,
    judge: Judgement.shape.judge,
    /** Over the items that have a verdict on both sides, so that a lost verdict favours neither, and by the values of levels; null: none counts. */
    rates: z.strictObject({
      a: z.number().min(0).max(1).nullable(),
      b: z.number().min(0).max(1).nullable(),
      items: z.int().nonnegative(),
    }),
  }),
  z.strictObject({
    kind: z.literal('preferences'),
    /** Both orders, or the one that was asked for. */
    orders: z.array(OrderedPreference).min(1).max(2),
    /** Absent: no checklist was shown. */
    checklist: Checklist.exactOptional(),
    /** Absent: nothing was shown beside the responses. */
    aids: Aids.exactOptional(),
  }),
  z.strictObject({
    kind: z.literal('scores'),
    checklist: Checklist.nullable(),
    a: ResponseScore,
    b: ResponseScore,
    aids: Aids.exactOptional(),
  }),
]);
export type JudgeGrounds = z.infer<typeof JudgeGrounds>;

/** How a checklist was used only where judging without one was inconsistent (checklist study, §5.1). */
export const Selective = z.strictObject({
  /** k. */
  threshold: z.number().positive(),
  /** x, of the judgements without a checklist; null: they gave no verdict, and the checklist was used. */
  inconsistency: z.number().nonnegative().nullable(),
  /** x ≥ k: the result is that of the judgements with the checklist. */
  used: z.boolean(),
  /** Judgements that were made. */
  judgements: z.strictObject({ without: z.int().positive(), with: z.int().nonnegative() }),
  /** Beside using the checklist after all: judgements, and the calls that they and writing the checklist take at least. */
  saved: z.strictObject({ judgements: z.int().nonnegative(), calls: z.int().nonnegative() }),
});
export type Selective = z.infer<typeof Selective>;

const SelectiveGrounds = z.strictObject({
  kind: z.literal('selective'),
  selective: Selective,
  without: z.strictObject({ result: Result, grounds: JudgeGrounds.nullable() }),
  /** Null where the checklist was not used. */
  with: JudgeGrounds.nullable(),
});

/** What the word of one judge rests on, with or without a checklist or first the one and then the other. */
const OwnGrounds = z.discriminatedUnion('kind', [...JudgeGrounds.options, SelectiveGrounds]);
export type OwnGrounds = z.infer<typeof OwnGrounds>;

/** What the result rests on: of a panel, the word of each member. */
export const Grounds = z.discriminatedUnion('kind', [
  ...OwnGrounds.options,
  z.strictObject({
    kind: z.literal('panel'),
    members: z.array(z.strictObject({ model: z.string(), result: Result, grounds: OwnGrounds.nullable() })).min(1),
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
  result: Result,
  grounds: Grounds.nullable(),
  label: Winner.nullable(),
  warnings: z.array(z.string()),
  /** Those that compare or score; empty where a checklist alone decides. */
  comparers: AgentProvenance,
  usage: z.array(ModelUsage),
});
export type Comparison = z.infer<typeof Comparison>;

/** Two responses to compare. */
export interface GivenPair {
  /** For people. */
  readonly name: string;
  readonly a: NamedResponse;
  readonly b: NamedResponse;
  /** What both answer; null where nobody said. */
  readonly task: Task | null;
  /** What people say; null: nothing. */
  readonly label: Winner | null;
  /** A good response, for protocols that compare with one; null: none is given. */
  readonly reference: string | null;
}
