/** What callers choose for judging, and what written texts come back as. */
import type { ChecklistPolicy } from '../domain/checklist-policies.ts';
import type { Checklist } from '../domain/checklist.ts';
import type { Protocol, ScoringProtocol, Winner } from '../domain/comparison.ts';
import type { ModelUsage } from '../domain/model.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { RefineMethod } from '../domain/judged-work.ts';
import type { JudgeOptions } from '../judge/judge-options.ts';
import type { Sample } from '../llm/define-agent.ts';
import type { Chosen } from '../judge/protocols/protocol-options.ts';
import type { GivenChecklist, GivenResponse, InstructionOptions } from './given-input.ts';
import type { CallOptions } from './runs.ts';

export type JudgeCallOptions = CallOptions & InstructionOptions & Partial<JudgeOptions>;

/** What a protocol does not take is refused. */
export interface ProtocolCallOptions extends JudgeCallOptions, Omit<Chosen, 'analysis'> {
  /** For protocols that use one; default: one is generated from the instruction. */
  readonly checklist?: GivenChecklist | undefined;
  /** Only the first so many items of it. */
  readonly top?: number | undefined;
  /** How a checklist is written where none is given; default `ticking-with-examples`. */
  readonly policy?: ChecklistPolicy;
}

export interface ScoreCallOptions extends ProtocolCallOptions {
  /** Default: `score`; with `selective` `checklist-score`. */
  readonly by?: ScoringProtocol;
}

export interface CompareCallOptions extends ProtocolCallOptions {
  /** Default: `pass-rate`; with `selective` `checklist-preference`. */
  readonly by?: Protocol;
  /** Of the pair, for people; default: the names of both. */
  readonly name?: string;
  /** What people say; default: nothing. */
  readonly label?: Winner | null | undefined;
}

export interface RefineCallOptions extends JudgeCallOptions {
  /** At most so many rounds (1–4; default 1). */
  readonly rounds?: number;
  /** Default: `checklist`; `self-critique` is the baseline. */
  readonly method?: RefineMethod;
  /** Whether it ends where all is met; default true. */
  readonly stopsWhenMet?: boolean;
  /** Only the best so many items, by weight; default 25. */
  readonly top?: number | undefined;
}

export interface GenerateChecklistOptions extends CallOptions {
  readonly context?: string | undefined;
  /** How it is written (TICK; checklist study); default `ticking-with-examples`. */
  readonly policy?: ChecklistPolicy;
  /** How often a list is asked for again where none could be read (checklist study: 3); default 0. */
  readonly regenerate?: number | undefined;
  /** Which of several lists for the instruction, drawn at a temperature above 0; default: the only one. */
  readonly sample?: Sample | undefined;
}

export interface AblateOptions extends JudgeCallOptions {
  /** Of the bootstrap; default 42. */
  readonly bootstrapSeed?: number | undefined;
}

export interface AblateEachOptions extends AblateOptions {
  /** How a checklist is written for each instruction; absent: each case is judged by the criteria of its row. */
  readonly policy?: ChecklistPolicy | undefined;
  /** As for `generateChecklist`. */
  readonly regenerate?: number | undefined;
  /** Items are left out of neutral lists, too. */
  readonly everyList?: boolean | undefined;
}

export interface ContrastOptions extends CallOptions {
  readonly context?: string | undefined;
  readonly better: readonly GivenResponse[];
  readonly worse: readonly GivenResponse[];
}

export interface RespondOptions extends CallOptions {
  readonly context?: string | undefined;
  /** How many (1–64; default 1); several are drawn at a temperature above 0. */
  readonly samples?: number | undefined;
  /** By name, in place of the client's model. */
  readonly model?: string | undefined;
  /** In place of our own prompt: a template that shows `{{instruction}}`, and perhaps `{{context}}`. */
  readonly prompt?: string | undefined;
}

export interface WrittenResponses {
  readonly runId: string;
  /** A model that gave no text leaves its sample `unscored`, with the reason. */
  readonly responses: readonly Outcome<string>[];
  readonly usage: readonly ModelUsage[];
}

export interface GeneratedChecklist {
  readonly runId: string;
  readonly checklist: Checklist;
  readonly usage: readonly ModelUsage[];
}
