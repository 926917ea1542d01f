/** Jobs of one agent at this machine: done in this process, and forgotten with it. */
import { systemClock } from '../client/clock.ts';
import type { Groundrule } from '../groundrule.ts';
import { createLocalDelivery } from '../jobs/queue/local-delivery.ts';
import { createJobs } from '../jobs/queue/jobs.ts';
import { DEFAULT_LIMITS } from '../service/service.ts';
import { asToOperator, doWork } from '../service/work.ts';
import { createMemoryStore } from '../store/sqlite/memory.ts';
import type { McpDesk } from './ask.ts';

/** Models and web servers are shared by all: more at once would only wait. */
const CONCURRENCY = 4;

export function createLocalDesk(opened: Groundrule, log: McpDesk['log']): McpDesk & { close(): Promise<void> } {
  // A service on the same store has jobs of its own; who drains their queue stops no agent.
  const own = createMemoryStore();
  const client = { ...opened, store: { ...opened.store, jobs: own.jobs, apiKeys: own.apiKeys } };
  const ignore = () => undefined;
  const jobs = createJobs({
    store: own,
    delivery: createLocalDelivery(own.jobs, null),
    runner: {
      run: async (work, options) => asToOperator(await doWork(client, work, options)),
      close: async () => undefined,
    },
    observer: { event: ignore, ended: ignore, usage: ignore, log },
    clock: systemClock,
    concurrency: CONCURRENCY,
  });
  return { client, jobs, clock: systemClock, limits: DEFAULT_LIMITS, setup: null, log, close: () => jobs.close() };
}
