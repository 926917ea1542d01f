/** The seam between judging and whoever judges: a model behind agents, or a double. Outcomes are by id, as for engines. */
import type { Category } from './checklist.ts';
import type { Answer } from './judgement.ts';
import type { Outcome, Outcomes } from './outcome.ts';
import type { RunContext } from './run-context.ts';
import type { Task } from './task.ts';

export interface ItemToJudge {
  readonly id: string;
  /** Yes means that it is met. */
  readonly question: string;
}

/** What is said of every request to judge, compare or score. */
export interface Sampled {
  /** What is answered; null where nobody said. */
  readonly task: Task | null;
  /** False: the bare answer, without chain of thought. */
  readonly analysis: boolean;
  /** Which of the samples this is, from 0, and of how many: more than one are drawn at a temperature above 0. */
  readonly sampleIndex: number;
  readonly samples: number;
}

export interface JudgeRequest extends Sampled {
  readonly response: string;
  /** In the order in which they are asked. */
  readonly items: readonly ItemToJudge[];
  /** `item`: each is asked alone; `batch`: many in one call. */
  readonly mode: 'item' | 'batch';
}

/** A judge's word on one item, before anything of it is checked against the response. */
export interface JudgedItem {
  readonly answer: Answer;
  readonly analysis: string;
  /** What it says the response says, verbatim. */
  readonly quotes: readonly string[];
  /** P(yes) / (P(yes) + P(no)); null where the endpoint gives no token probabilities. */
  readonly yesProbability: number | null;
}

/** An item of a generated checklist (TICK). */
export interface GeneratedItem {
  readonly text: string;
  readonly question: string;
  /** 0–100. */
  readonly weight: number;
  readonly categories: readonly Category[];
}

export interface Judge {
  /** Model by role and SHA-256 of each prompt, for records. */
  readonly description: {
    readonly model: string;
    readonly prompts: Readonly<Record<string, string>>;
  };
  readonly judge: (run: RunContext, request: JudgeRequest) => Promise<Outcomes<JudgedItem>>;
  /** @param examples whether the prompt shows some, as TICK's does */
  readonly generateChecklist: (
    run: RunContext,
    task: Task,
    examples: boolean,
  ) => Promise<Outcome<readonly GeneratedItem[]>>;
}
