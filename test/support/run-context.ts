/** A run context for tests: a clock that stands still, and every event kept. */
import { NO_LIMITS } from '../../src/domain/budget.ts';
import type { RunContext, RunEvent, RunLimits } from '../../src/domain/run-context.ts';

let runs = 0;

export interface TestRun extends RunContext {
  readonly events: RunEvent[];
}

export function testRun(
  overrides: { readonly signal?: AbortSignal; readonly limits?: Partial<RunLimits> } = {},
): TestRun {
  const events: RunEvent[] = [];
  runs += 1;
  return {
    runId: `run ${runs}`,
    signal: overrides.signal ?? new AbortController().signal,
    limits: {
      concurrency: 4,
      maxDocumentBytes: 10_000_000,
      extractionTimeoutMs: 20_000,
      model: NO_LIMITS,
      ...overrides.limits,
    },
    clock: { now: () => new Date('2026-11-01T12:00:00Z'), monotonicMs: () => 0 },
    emit: (event) => events.push(event),
    events,
  };
}
