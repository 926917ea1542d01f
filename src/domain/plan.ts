/** What a piece of work will ask of models at most, before anything is asked. Tokens are estimates on the high side. */
import type { EngineStep } from './engine.ts';
import type { StepName } from './step-name.ts';

/** One sentence with its id, in a list that is shown or in an answer. */
export const SENTENCE_TOKENS = 40;
export const QUERY_TOKENS = 35;

/** Beyond what the agent of the step declares of itself (`CallCost`). */
export interface PlannedWork {
  readonly items: number;
  /** Absent: as few as the agent's items per call allow. */
  readonly calls?: number;
  /** Tokens that each call shows beside its items: the task, the text that is judged. */
  readonly shownPerCall?: number;
  /** Tokens that all calls together show and answer beyond their items. */
  readonly shown?: number;
  readonly answered?: number;
  /** True: answers come without an analysis. */
  readonly isBare?: boolean;
}

/** Steps of the engine, and the search that asks a model. */
export type PlannedStep = EngineStep | 'searchWeb';

export interface CallPlan {
  add(step: PlannedStep, work: PlannedWork): void;
}

export interface PlannedCalls {
  readonly step: StepName;
  readonly role: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Searches of the web, billed beside the tokens. */
  readonly webSearches: number;
}
