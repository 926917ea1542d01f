/** The work of a job, as the queue sees it: what is handed to whoever does it, and what it may come to. */
import type { Job, JobResult, Problem } from '../../domain/job.ts';
import type { ModelUsage } from '../../domain/model.ts';
import type { RunEvent } from '../../domain/run-context.ts';

/** A failure that is not the job's own: the store, a server or a disk that does not work now, a setting that is refused, a limit on all work. */
export type Obstacle = 'store' | 'down' | 'setting' | 'limit';

export interface JobWork extends Pick<Job, 'id' | 'kind' | 'input'> {
  /** Names of those that its model calls are counted in: its owner's, its batch's. */
  readonly sharedBudgets: readonly string[];
}

export type WorkOutcome = {
  /** What its model calls took, also where it failed. */
  readonly usage: readonly ModelUsage[];
} & (
  | ({ readonly status: 'done' } & Made)
  | {
      readonly status: 'failed';
      readonly problem: Problem;
      readonly obstacle: Obstacle | null;
      readonly logged: string | null;
    }
  | { readonly status: 'stopped' }
);

export interface Made {
  readonly result: JobResult;
  /** What a server did not answer: done again, it asks for the rest alone. */
  readonly unanswered: 'none' | 'some' | 'all';
}

export interface WorkOptions {
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** Does the work of jobs, here or in another process. @throws where the outcome is unknown */
export interface JobRunner {
  run(work: JobWork, options: WorkOptions): Promise<WorkOutcome>;
  close(): Promise<void>;
}
