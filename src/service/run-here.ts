/** Jobs in this very process: for stores in memory, which no other one sees. */
import type { Groundrule } from '../groundrule.ts';
import type { JobRunner } from '../jobs/queue/job-runner.ts';
import { doWork } from './work.ts';

export function runHere(client: Groundrule): JobRunner {
  const running = new Set<AbortController>();
  return {
    run: async (work, { signal, onEvent }) => {
      const own = new AbortController();
      const stop = () => own.abort();
      running.add(own);
      signal.addEventListener('abort', stop, { once: true });
      if (signal.aborted) stop();
      try {
        return await doWork(client, work, { signal: own.signal, onEvent });
      } finally {
        running.delete(own);
        signal.removeEventListener('abort', stop);
      }
    },
    close: async () => {
      for (const own of running) own.abort();
    },
  };
}
