/** The jobs of one setup, delivered as fits the store: by pg-boss where machines share it, else by this process itself. */
import type { Turn } from '../../domain/job.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { Clock } from '../../domain/run-context.ts';
import { createLocalDelivery } from './local-delivery.ts';
import { keepSetup, type WorkSetup } from './setup.ts';

/**
 * Turns of jobs. The row of a job is the source of truth: as long as the job is open and no process has claimed it, it
 * gets a turn. A turn may come twice or be lost.
 */
export interface JobDelivery {
  /** Gives turns to jobs that were just added. */
  send(jobs: readonly Turn[]): Promise<void>;
  /** Ids of at most `count` jobs: each is this process's turn until it calls `release`. */
  take(count: number): Promise<readonly string[]>;
  /** The turn is over. A job that is still open gets another one. */
  release(id: string): Promise<void>;
  /** Gives turns to jobs that wait without one. To be called every few seconds. */
  refill(): Promise<void>;
  /** How many jobs wait, as far as this process knows. */
  waiting(): number;
  close(): Promise<void>;
}

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
