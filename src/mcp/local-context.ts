/** The jobs of one local agent: they run in this process and are not stored. */
import { systemClock } from '../client/clock.ts';
import type { Groundrule } from '../groundrule.ts';
import { createLocalDelivery } from '../jobs/queue/local-delivery.ts';
import { createJobs } from '../jobs/queue/jobs.ts';
import { runHere } from '../service/run-here.ts';
import { DEFAULT_LIMITS } from '../service/service.ts';
import { asToOperator } from '../service/work.ts';
import { createMemoryStore } from '../store/sqlite/memory.ts';
import type { McpContext } from './ask.ts';

/** More jobs at once would only wait for the same models and servers. */
const CONCURRENCY = 4;

export function createLocalContext(
  opened: Groundrule,
  log: McpContext['log'],
): McpContext & { close(): Promise<void> } {
  // In a store of their own: draining the queue of a service must not stop an agent.
  const jobStore = createMemoryStore();
  const client = { ...opened, store: { ...opened.store, jobs: jobStore.jobs, apiKeys: jobStore.apiKeys } };
  const ignore = () => undefined;
  const jobs = createJobs({
    store: jobStore,
    delivery: createLocalDelivery(jobStore.jobs, null),
    runner: runHere(client, asToOperator),
    observer: { event: ignore, ended: ignore, usage: ignore, log },
    clock: systemClock,
    concurrency: CONCURRENCY,
  });
  return { client, jobs, clock: systemClock, limits: DEFAULT_LIMITS, setup: null, log, close: () => jobs.close() };
}
