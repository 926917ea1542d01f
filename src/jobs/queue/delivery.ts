/**
 * Turns of jobs. The row of a job is the source of truth: as long as the job is open and no process has claimed it, it
 * gets a turn. A turn may come twice or be lost.
 */
import type { Turn } from '../../domain/job.ts';

export interface JobDelivery {
  /** Gives turns to jobs that were just added. */
  send(jobs: readonly Turn[]): Promise<void>;
  /** Ids of at most `count` jobs: each is this process's turn until it calls `release`. */
  take(count: number): Promise<readonly string[]>;
  /** The turn is over. A job that is still open gets another one. */
  release(id: string): Promise<void>;
  /** Gives turns to jobs that wait without one. To be called every few seconds by a process that has room for jobs. */
  refill(): Promise<void>;
  /** Learns how many jobs wait. To be called every few seconds. */
  look(): Promise<void>;
  /** How many jobs wait, as far as this process knows. */
  waiting(): number;
  close(): Promise<void>;
}
