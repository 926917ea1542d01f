/** Runs jobs in this process: for stores in memory, which other processes do not see. */
import type { Groundrule } from '../groundrule.ts';
import type { JobRunner } from '../jobs/queue/job-runner.ts';
import { doWork } from './work.ts';

export function runHere(client: Groundrule): JobRunner {
  const running = new Set<AbortController>();
  return {
    run: async (work, { signal, onEvent }) => {
      const controller = new AbortController();
      const stop = () => controller.abort();
      running.add(controller);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      try {
        return await doWork(client, work, { signal: controller.signal, onEvent });
      } finally {
        running.delete(controller);
        signal.removeEventListener('abort', stop);
      }
    },
    close: async () => {
      for (const controller of running) controller.abort();
    },
  };
}
