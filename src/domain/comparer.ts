/** The seam between comparing and whoever compares or scores responses as a whole: a model behind agents, or a double. */
import type { AskedAgents } from './asked-agents.ts';
import type { Sampled } from './judge.ts';
import type { Outcome } from './outcome.ts';
import type { RunContext } from './run-context.ts';

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
