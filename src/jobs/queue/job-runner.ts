/** The contract between the queue and the code that does a job: its input and its possible outcomes. */
import type { Job, JobResult, Problem } from '../../domain/job.ts';
import type { ModelUsage } from '../../domain/model.ts';
import type { RunEvent } from '../../domain/run-context.ts';

/** The cause of a failure that is not the job's own: the store, a server that is down or fell silent halfway, a refused setting, a limit on all work. */
export type Obstacle = 'store' | 'down' | 'halfway' | 'setting' | 'limit';

export interface JobWork extends Pick<Job, 'id' | 'kind' | 'input'> {
  /** Names of the budgets that its model calls count towards: its owner's, its batch's. */
  readonly sharedBudgets: readonly string[];
}

export type WorkOutcome = {
  /** Of its model calls, also where it failed. */
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
  /** Questions that a server did not answer: a repeated job asks only those. */
  readonly unanswered: 'none' | 'some' | 'all';
}

export interface WorkOptions {
  /** The job was cancelled: nothing more is sent to a model, and answers to what was sent are kept. */
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
}

/** Does the work of jobs, here or in another process. @throws where the outcome is unknown */
export interface JobRunner {
  run(work: JobWork, options: WorkOptions): Promise<WorkOutcome>;
  close(): Promise<void>;
}
