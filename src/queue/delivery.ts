/**
 * Whose turn a job is. What a job is, and how it stands, its row in the store says: a delivery may come twice or be lost,
 * and is made good by the rows.
 */
import type { Turn } from '../domain/job.ts';

export interface JobDelivery {
  /** Of queued rows of the store; those that are known stay as they are. */
  send(jobs: readonly Turn[]): Promise<void>;
  /** Ids of at most `count` jobs: for this process until it calls `remove` or `handBack`. */
  take(count: number): Promise<readonly string[]>;
  /** The job has ended, or is not to be begun: nobody gets it. */
  remove(id: string): Promise<void>;
  /** Somebody gets it again in some seconds. */
  handBack(id: string): Promise<void>;
  /** Delivers again what was lost with a process, or never sent. To be called every few seconds. */
  mend(): Promise<void>;
  /** How many wait, as far as it is known here. */
  waiting(): number;
  close(): Promise<void>;
}
