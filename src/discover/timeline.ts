/** The time line of a run, which is kept with its set. */
import type { StepOfRun } from '../domain/criteria-set.ts';
import type { RunContext } from '../domain/run-context.ts';

/** @returns a run that notes its steps as they end, and the notes */
export function timelineOf(run: RunContext): { readonly run: RunContext; readonly timeline: readonly StepOfRun[] } {
  const timeline: StepOfRun[] = [];
  const startMs = run.clock.monotonicMs();
  const emit: RunContext['emit'] = (event) => {
    if (event.type === 'step-end') {
      const { step, items, lost, elapsedMs, summary } = event;
      const beganMs = Math.max(0, run.clock.monotonicMs() - startMs - elapsedMs);
      timeline.push({ step, items, unscored: lost.length, startMs: beganMs, elapsedMs, summary });
    }
    run.emit(event);
  };
  return { run: { ...run, emit }, timeline };
}
