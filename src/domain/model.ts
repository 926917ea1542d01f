/** The vocabulary of model calls: what a call is, and what comes of it. */
import { z } from 'zod';
import type { BudgetExceeded } from './budget.ts';
import type { InputError } from './errors.ts';
import type { Outcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';
import { StepName } from './step-name.ts';

export const ChatMessage = z.strictObject({
  role: z.enum(['system', 'user', 'assistant']),
  content: z.string(),
});
export type ChatMessage = z.infer<typeof ChatMessage>;

/** How an endpoint is asked for JSON, best first. */
export const Capability = z.enum(['json_schema', 'json_object', 'tools', 'prompt']);
export type Capability = z.infer<typeof Capability>;

export const TokenUsage = z.strictObject({
  inputTokens: z.int().nonnegative(),
  /** The part of the input that the provider had in its own cache, and bills at a lower price. */
  cachedInputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  /** Searches of the web that the server made for the call, billed beside the tokens; absent where it was no search. */
  webSearches: z.int().nonnegative().exactOptional(),
  /** Present where the call went in a batch, which costs half. */
  isBatched: z.literal(true).exactOptional(),
  /** True where the server sent no figures and we counted ourselves. */
  estimated: z.boolean(),
});
export type TokenUsage = z.infer<typeof TokenUsage>;

/** Why the model stopped: it was done, it ran out of room, or it (or a filter) declined. */
export const StopReason = z.enum(['done', 'length', 'refused']);
export type StopReason = z.infer<typeof StopReason>;

/** Where an answer says one of the words that were listed for it: how probable each of them was there, as a first token. */
export const WordChoice = z.strictObject({
  /** Where the word begins in the answer's text, in UTF-16 units. */
  start: z.int().nonnegative(),
  /** By word, 0–1; words that were not among the likeliest tokens have none. */
  probabilities: z.record(z.string(), z.number().min(0).max(1)),
});
export type WordChoice = z.infer<typeof WordChoice>;

/** An answer as it arrived, before anything was read from it. */
export const StoredAnswer = z.strictObject({
  text: z.string(),
  stopReason: StopReason,
  usage: TokenUsage,
  /** Absent where nobody asked for it, or the endpoint gives no token probabilities. */
  choices: z.array(WordChoice).optional(),
  receivedAt: z.string(),
  /** Present where the server itself says that no model gave it. */
  isAuthored: z.literal(true).optional(),
});
export type StoredAnswer = z.infer<typeof StoredAnswer>;

/** Why there is no value. Each has a reason in words beside it. */
export const ModelFailure = z.enum([
  'refused',
  'truncated',
  'empty',
  'not-json',
  'schema-mismatch',
  /** It fits the schema, but the caller's checks failed, also after the repair. */
  'rejected',
  /** The prompt is longer than the model can read. */
  'too-long',
  /** The endpoint did not answer, whatever was retried. */
  'unavailable',
  'limit-reached',
]);
export type ModelFailure = z.infer<typeof ModelFailure>;

/** An `Outcome` whose missing values are typed. */
export type ModelOutcome<Value> =
  | (Extract<Outcome<Value>, { status: 'done' }> & {
      /** The answer with its word probabilities, if the endpoint sent any and the answer is strict JSON. */
      readonly rawAnswer?: { readonly text: string; readonly choices: readonly WordChoice[] };
    })
  | (Extract<Outcome<Value>, { status: 'unscored' }> & { readonly failure: ModelFailure });

/** Text that may stand in a prompt: made by `trusted` (ours) or `fence` (anybody else's), never by hand. */
export const PromptText = z.string().brand<'PromptText'>();
export type PromptText = z.infer<typeof PromptText>;

export interface LoadedPrompt {
  readonly id: string;
  readonly version: number;
  readonly role: string;
  readonly temperature: number | null;
  readonly source: string;
  readonly variables: readonly string[];
  /** Variables of its agent that the prompt of a single protocol does not show. Absent: none. */
  readonly leavesOut?: readonly string[];
  readonly messages: readonly { readonly role: 'system' | 'user'; readonly template: string }[];
  /** SHA-256 of the file with the definitions that it quotes, in hex. */
  readonly hash: string;
}

/** A search of the web by the tool of the model's own server, whose pages are the answer in place of the model's words. */
export interface WebSearch {
  /** As the server calls it: `web_search`. */
  readonly tool: string;
  /** Pages of these domains alone; none: of any. */
  readonly domains: readonly string[];
  /** Answers are used up to this age, in milliseconds. */
  readonly maxAgeMs: number;
}

export interface ModelCall<Value> {
  readonly step: StepName;
  /** By name, in place of the model of the prompt's role. */
  readonly model?: string | undefined;
  readonly prompt: LoadedPrompt;
  readonly variables: Readonly<Record<string, PromptText | number>>;
  /** A strict object at its root, every member required (`nullable` instead of `optional`). */
  readonly schema: z.ZodType<Value>;
  /** Problems, in words that the model can act on; none: the answer is good. */
  readonly validate?: (value: Value) => readonly string[];
  /** False: nothing can be taken of an answer that still has problems after its repair, so it is none. Absent: something always can. */
  readonly isUsable?: (value: Value) => boolean;
  /** Replaces the faulty rows of the first answer by the rows of the repair. Absent: a repair is a complete answer. */
  readonly mergeRepair?: (first: Value, second: Value) => Value;
  /** Tells apart repeated samples of the same call; default 0. */
  readonly sampleIndex?: number;
  /** In place of the prompt's own, for repeated samples that are to differ. */
  readonly temperature?: number;
  /** Reads a value from an answer that holds no JSON of this schema; null: it cannot be read either. */
  readonly readProse?: (text: string) => Value | null;
  /** The verdict that it asks for: what is offered, and what a value says. Words beside a value may not speak of another. */
  readonly verdict?: {
    readonly choices: readonly (string | number)[];
    readonly of: (value: Value) => readonly (string | number)[];
  };
  /** True: nobody but the model can have written it, so it counts also beside other words. Absent: anybody can. */
  readonly isOwn?: (value: Value) => boolean;
  /** Words whose probabilities are wanted wherever the answer says one of them, no two with the same first letters. */
  readonly choiceWords?: readonly string[];
  readonly webSearch?: WebSearch;
  /** An answer as long as usual ones become, which most further calls follow from: plans count with it, and nobody else reads it. */
  readonly plannedAnswer: () => Value;
}

/** One question to a model and what came of it. */
export const ModelExchange = z.strictObject({
  /** The key under which the answer is kept. */
  key: z.string(),
  messages: z.array(ChatMessage),
  /** SHA-256 of the canonical JSON of the messages. */
  messagesHash: z.string(),
  /** Null where none came. */
  answer: StoredAnswer.nullable(),
  /** Requests sent for it; 0 where the answer was at hand. */
  attempts: z.int().nonnegative(),
  /** True where it came from the cache or from an identical call under way. */
  cached: z.boolean(),
  /** What it cost now; null where the price is unknown, 0 where nothing was paid. */
  usd: z.number().nonnegative().nullable(),
  problems: z.array(z.string()),
});
export type ModelExchange = z.infer<typeof ModelExchange>;

/** The role of the small calls that find out how an endpoint gives JSON. */
export const PROBE = 'probe';

/** Everything about one call, for audits. */
export const CallRecord = z.strictObject({
  step: StepName,
  role: z.string(),
  promptId: z.string(),
  promptHash: z.string(),
  endpoint: z.string(),
  model: z.string(),
  sampleIndex: z.int().nonnegative(),
  /** The question, and the repair where there was one. */
  exchanges: z.array(ModelExchange).max(2),
  repaired: z.boolean(),
  outcome: z.union([
    z.strictObject({ status: z.literal('done') }),
    z.strictObject({ status: z.literal('unscored'), failure: ModelFailure, reason: z.string() }),
    z.strictObject({ status: z.literal('error'), reason: z.string() }),
  ]),
  elapsedMs: z.number().nonnegative(),
});
export type CallRecord = z.infer<typeof CallRecord>;

/** How answers are drawn where settings say so; what is absent is as the prompt has it, or the server. */
export const Sampling = z.strictObject({
  /** 0–2 */
  temperature: z.number().exactOptional(),
  /** 0–1 */
  topP: z.number().exactOptional(),
  /** Of the first of several answers; each further one's is one more. */
  seed: z.int().exactOptional(),
});
export type Sampling = z.infer<typeof Sampling>;

/** Of roles that settings say something of. */
export type SamplingByRole = Readonly<Record<string, Sampling>>;

/** Which model answered for each agent that a piece of work asked, and by which prompt. */
export const AgentProvenance = z.record(
  z.string(),
  z.strictObject({
    model: z.string(),
    /** SHA-256 of the prompt's file, in hex. */
    promptHash: z.string(),
    sampling: Sampling.exactOptional(),
  }),
);
export type AgentProvenance = z.infer<typeof AgentProvenance>;

/** What the calls of one step and role took. Answers from the cache are counted apart and cost nothing. */
export const ModelUsage = z.strictObject({
  step: StepName,
  role: z.string(),
  model: z.string(),
  /** Questions sent, repairs among them, and each answer that was lost; none counts again because the server refused it. */
  calls: z.int().nonnegative(),
  retries: z.int().nonnegative(),
  /** Answers from the cache or from an identical call under way. */
  cacheHits: z.int().nonnegative(),
  ...TokenUsage.omit({ estimated: true, webSearches: true, isBatched: true }).shape,
  estimatedCalls: z.int().nonnegative(),
  usd: z.number().nonnegative().nullable(),
  /** What the answers from the cache would have cost; null where the price is unknown. Absent: there were none. */
  savedUsd: z.number().nonnegative().nullable().exactOptional(),
  /** Calls that may have been billed and whose answer did not arrive: they count at their estimate. Absent: there were none. */
  lostAnswers: z.int().positive().exactOptional(),
});
export type ModelUsage = z.infer<typeof ModelUsage>;

export interface ModelClient {
  /**
   * @throws InputError where the key, the model's name or the address is refused
   * @throws UnavailableError where an endpoint that never answered cannot be reached
   * @throws CancelledError where the run is stopped
   */
  call<Value>(run: RunContext, call: ModelCall<Value>): Promise<ModelOutcome<Value>>;
  /** By step, role and model, in that order: of all runs together, or of one. */
  usage(runId?: string): readonly ModelUsage[];
  /** The limit that stopped a call of this run, or of any; null while none did. */
  exceeded(runId?: string): BudgetExceeded | null;
  /** What is wrong where a server refused all that this run asked of a model that never answered; null otherwise. */
  refused(runId: string): InputError | null;
  /** Share of the tightest limit of this run on calls, tokens or USD that is spent; null without one. */
  spentShare(run: RunContext): Promise<number | null>;
  /** The calls of a run that has not ended, in the order in which they were over. */
  callsOf(runId: string): readonly CallRecord[];
  /**
   * Sends no more for a run, waits for the answers to what was sent (they are paid for), and lets go of its calls, which
   * hold whole prompts. Its usage can still be asked for a while.
   */
  endRun(runId: string): Promise<void>;
  /** Sends no more, for any run; `endRun` of each is still due. */
  stopSending(reason: unknown): StoppedSending;
}

export interface StoppedSending {
  readonly answersUnderWay: number;
  /** Resolves when all of them have arrived, or failed, and are kept. */
  settled(): Promise<void>;
}
