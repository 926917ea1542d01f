/** The jobs of one setup, delivered as fits the store: by pg-boss where machines share it, else by this process itself. */
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import type { JobDelivery } from './delivery.ts';
import { createLocalDelivery } from './local-delivery.ts';
import { keepSetup, type WorkSetup } from './setup.ts';

export interface OpenedQueue {
  /** Hash of the settings that its jobs are done with. */
  readonly setup: string;
  readonly delivery: JobDelivery;
}

export interface QueueRequest {
  readonly store: StorePort;
  readonly setup: WorkSetup;
  readonly clock: Clock;
  /** Reports errors of the queue's maintenance. */
  readonly log: (line: string) => void;
}

/** To be closed before the store. @throws StoreError where its server does not answer */
export async function openQueue({ store, clock, log, ...request }: QueueRequest): Promise<OpenedQueue> {
  const setup = await keepSetup(store.kept, request.setup);
  const { server, jobs: records } = store;
  if (server === null) return { setup, delivery: createLocalDelivery(records, setup) };
  // Loaded only here: few commands need it.
  const { createPgBossDelivery } = await import('./pg-boss-delivery.ts');
  return { setup, delivery: await createPgBossDelivery({ server, records, setup, clock, log }) };
}
