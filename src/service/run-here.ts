/** Runs jobs in this process: for stores in memory, which other processes do not see. */
import type { Groundrule } from '../groundrule.ts';
import type { JobRunner, WorkOutcome } from '../jobs/queue/job-runner.ts';
import { doWork } from './work.ts';

/** @param shown the outcome as the caller gets it */
export function runHere(client: Groundrule, shown = (outcome: WorkOutcome): WorkOutcome => outcome): JobRunner {
  const running = new Set<AbortController>();
  return {
    run: async (work, { signal, onEvent }) => {
      const closing = new AbortController();
      running.add(closing);
      try {
        return shown(await doWork(client, work, { signal: AbortSignal.any([signal, closing.signal]), onEvent }));
      } finally {
        running.delete(closing);
      }
    },
    close: async () => running.forEach((closing) => closing.abort()),
  };
}
