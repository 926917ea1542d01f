/** A run context for tests: a clock that stands still, and every event kept. */
import type { RunContext, RunEvent, RunLimits } from '../../src/domain/run-context.ts';

export interface TestRun extends RunContext {
  readonly events: RunEvent[];
}

export function testRun(
  overrides: { readonly signal?: AbortSignal; readonly limits?: Partial<RunLimits> } = {},
): TestRun {
  const events: RunEvent[] = [];
  return {
    signal: overrides.signal ?? new AbortController().signal,
    limits: {
      concurrency: 4,
      maxDocumentBytes: 10_000_000,
      extractionTimeoutMs: 20_000,
      ...overrides.limits,
    },
    clock: { now: () => new Date('2026-11-01T12:00:00Z'), monotonicMs: () => 0 },
    emit: (event) => events.push(event),
    events,
  };
}
