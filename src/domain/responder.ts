/** The seam between refining or sampling and whoever writes responses: a model behind agents, or a double. */
import type { AskedAgents } from './asked-agents.ts';
import type { Outcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';
import type { Task } from './task.ts';

/** A question and its verdict alone: the refiner sees no analyses (STICK). */
export interface AnsweredQuestion {
  readonly question: string;
  readonly answer: 'yes' | 'no';
}

export interface Written {
  readonly task: Task | null;
  readonly response: string;
}

export interface Revision {
  readonly plan: string;
  /** Never empty. */
  readonly response: string;
}

export interface Responder {
  readonly description: AskedAgents;
  /** @param sampleIndex from 0; one of several is drawn at a temperature above 0 */
  readonly respond: (
    run: RunContext,
    request: { readonly task: Task; readonly sampleIndex: number; readonly samples: number },
  ) => Promise<Outcome<string>>;
  /** Mends each no and keeps each yes. */
  readonly refine: (
    run: RunContext,
    request: Written & { readonly questions: readonly AnsweredQuestion[] },
  ) => Promise<Outcome<Revision>>;
  /** What could be better, in free words: without a checklist. */
  readonly critique: (run: RunContext, request: Written) => Promise<Outcome<string>>;
  /** Follows a critique and keeps the format. */
  readonly rewrite: (
    run: RunContext,
    request: Written & { readonly critique: string },
  ) => Promise<Outcome<string>>;
}
