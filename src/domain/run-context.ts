/** What every step gets beside its items. */
import type { ModelLimits } from './budget.ts';
import type { Decision } from './source.ts';
import type { StepName } from './step-name.ts';

export interface Clock {
  now(): Date;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonicMs(): number;
}

/** `read` waits for its rating. */
export type PageState = Decision | 'found' | 'read';

export type RunEvent =
  | { readonly type: 'step-start'; readonly step: StepName; readonly items: number }
  | { readonly type: 'step-progress'; readonly step: StepName; readonly done: number; readonly total: number }
  | {
      readonly type: 'step-end';
      readonly step: StepName;
      readonly items: number;
      /** Of the items that were not done, one each: why. */
      readonly lost: readonly string[];
      /** The step ended with an error, or was stopped; the error is reported by whoever catches it. */
      readonly isFailed?: true;
      readonly elapsedMs: number;
      /** What came out, in words for people ("9 kept of 24"). */
      readonly summary: string;
    }
  /** A query that a discovery searches with. */
  | { readonly type: 'query'; readonly id: string; readonly text: string }
  /** What is known of a page of a discovery so far; the last event of an address holds. */
  | {
      readonly type: 'source';
      readonly url: string;
      readonly title: string | null;
      readonly state: PageState;
      /** Why, in words; empty: it is not decided yet. */
      readonly reason: string;
      /** Pieces of advice that it gave; null: nobody looked yet. */
      readonly advice: number | null;
    }
  /** A model is asked; `model-call` follows. */
  | { readonly type: 'model-call-start'; readonly step: StepName }
  /** A question to a model is over. */
  | {
      readonly type: 'model-call';
      readonly step: StepName;
      readonly model: string;
      /** The answer was at hand. */
      readonly isCached: boolean;
      /** The server answered now, whatever could be made of it. */
      readonly isAnswered: boolean;
      readonly isFailed: boolean;
      /** Of what was sent. */
      readonly inputTokens: number;
      readonly outputTokens: number;
      readonly elapsedMs: number;
    }
  /** What the model calls of the run took so far; null: a price is not known. */
  | { readonly type: 'cost'; readonly usd: number | null }
  /** A server said when to ask it again. */
  | { readonly type: 'wait'; readonly server: string; readonly waitMs: number }
  /** What a batch of model calls has come to. */
  | {
      readonly type: 'batch';
      readonly server: string;
      readonly batch: string;
      /** As the server calls it. */
      readonly status: string;
      readonly done: number;
      readonly calls: number;
    }
  | { readonly type: 'warning'; readonly message: string };

/** Bounds on the work of one run. */
export interface RunLimits {
  /** Pages, searches or calls under way at once; at least 1. */
  readonly concurrency: number;
  /** Larger documents are recorded as too large. Decoded bytes. */
  readonly maxDocumentBytes: number;
  /** Time for extracting one document, in milliseconds. */
  readonly extractionTimeoutMs: number;
  /** On the model calls of this run alone. */
  readonly model: ModelLimits;
  /** Names of the budgets of the store that its model calls are counted in as well. */
  readonly sharedBudgets?: readonly string[];
}

export interface RunContext {
  /** Usage, model calls and limits are told apart by it. */
  readonly runId: string;
  /** The run that this one is a part of: its limits hold too. */
  readonly parent?: RunContext;
  readonly signal: AbortSignal;
  /** Hears of each run that is made a part of this one. */
  readonly onPart?: (runId: string) => unknown;
  readonly limits: RunLimits;
  readonly clock: Clock;
  readonly emit: (event: RunEvent) => void;
}

/** A run within another one, with usage and calls of its own. */
export function partOf(run: RunContext, name: string): RunContext {
  const runId = `${run.runId}/${name}`;
  run.onPart?.(runId);
  return { ...run, runId, parent: run };
}

export function withWarningsTo(collected: string[], run: RunContext): RunContext {
  return {
    ...run,
    emit: (event) => {
      if (event.type === 'warning') collected.push(event.message);
      else run.emit(event);
    },
  };
}
