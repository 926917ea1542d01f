/** What a piece of work asks of models at most, counted before anything is asked. Tokens are estimates on the high side. */
import type { StepName } from './step-name.ts';

export interface PlannedCalls {
  readonly step: StepName;
  readonly role: string;
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Searches of the web, billed beside the tokens. */
  readonly webSearches: number;
}
