/** The seam between comparing and whoever compares or scores responses as a whole: a model behind agents, or a double. */
import type { AskedAgents } from './asked-agents.ts';
import type { Outcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';
import type { Task } from './task.ts';

interface Sampled {
  /** What the responses answer; null where nobody said. */
  readonly task: Task | null;
  /** False: the bare answer, without chain of thought. */
  readonly analysis: boolean;
  /** Which of the samples this is, from 0, and of how many: more than one are drawn at a temperature above 0. */
  readonly sampleIndex: number;
  readonly samples: number;
}

export interface PreferenceRequest extends Sampled {
  /** In the order in which they are shown. */
  readonly first: string;
  readonly second: string;
}

export interface ScoreRequest extends Sampled {
  readonly response: string;
  /** Shown as a guide, not to be answered one by one (TICK, check-then-score); null: none is shown. */
  readonly guide: readonly string[] | null;
}

export interface GivenPreference {
  /** By place, not by name; `tie`: they are nearly identical in worth. */
  readonly preferred: 'first' | 'second' | 'tie';
  readonly analysis: string;
}

export interface GivenScore {
  /** 1–5. */
  readonly score: number;
  readonly analysis: string;
}

export interface Comparer {
  readonly description: AskedAgents;
  readonly prefer: (run: RunContext, request: PreferenceRequest) => Promise<Outcome<GivenPreference>>;
  readonly score: (run: RunContext, request: ScoreRequest) => Promise<Outcome<GivenScore>>;
}
