/** Runs jobs in this process: for stores in memory, which other processes do not see. */
import type { Groundrule } from '../groundrule.ts';
import type { JobRunner, WorkOutcome } from '../jobs/queue/job-runner.ts';
import { doWork } from './work.ts';

/**
 * @param signal the client's own: when it stops the client, answers under way are awaited, and closing gives none up
 * @param shown the outcome as the caller gets it
 */
export function runHere(
  client: Groundrule,
  signal: AbortSignal | null = null,
  shown = (outcome: WorkOutcome): WorkOutcome => outcome,
): JobRunner {
  const running = new Set<AbortController>();
  return {
    run: async (work, options) => {
      const closing = new AbortController();
      running.add(closing);
      try {
        return shown(await doWork(client, work, { ...options, giveUp: closing.signal }));
      } finally {
        running.delete(closing);
      }
    },
    close: async () => {
      if (signal?.aborted !== true) running.forEach((closing) => closing.abort());
    },
  };
}
