/** Limits on what model calls may take: of one run, or of all runs of a client together. */

/** Null: no limit. Repairs and probes count, cached answers do not. */
export interface ModelLimits {
  readonly maxUsd: number | null;
  readonly maxCalls: number | null;
  /** Input and output together. */
  readonly maxTokens: number | null;
  /** Seconds from the beginning of the run, or of the client. */
  readonly maxSeconds: number | null;
}

export const NO_LIMITS: ModelLimits = { maxUsd: null, maxCalls: null, maxTokens: null, maxSeconds: null };

export interface BudgetExceeded {
  readonly limit: keyof ModelLimits;
  readonly allowed: number;
  /** What the refused call would have brought it to. */
  readonly needed: number;
}
