/** What becomes of a job by what came of its work. */
import type { Job, Problem } from '../../domain/job.ts';
import type { Obstacle, WorkOutcome } from './job-runner.ts';
import { LONGEST_MS, type Pauses } from './pauses.ts';

/** A job that ended its worker so often is taken to be the cause. */
export const MAX_ATTEMPTS = 5;
const NO_ANSWER = 'The model’s server answered nothing.';

export type OnObstacle = (kind: Exclude<Obstacle, 'store' | 'down' | 'halfway'>, problem: Problem) => void;

interface RowAfterPorts {
  readonly pauses: Pauses;
  readonly nowText: () => string;
  /** For the operator alone. */
  readonly log: (line: string) => void;
  readonly onObstacle: OnObstacle | undefined;
}

/** The row after an attempt: ended, or queued again. A single request fails at once in an outage, since a caller waits for it. */
export function createRowAfter({ pauses, nowText, log, onObstacle }: RowAfterPorts) {
  /** @param outcome null: unknown */
  return function rowAfter(begun: Job, outcome: WorkOutcome | null, startMs: number, isClosing: boolean): Job {
    const isPatient = begun.batch !== null;
    const ended = { ...begun, endedAt: nowText() };
    const again: Job = { ...begun, status: 'queued' };
    const notCounted: Job = { ...again, attempts: begun.attempts - 1 };
    /** @returns the length of a new pause */
    const pauseAfter = (reason: string): number | null => {
      const pauseMs = pauses.unanswered(startMs);
      if (pauseMs !== null) log(`${reason} The next job begins in ${pauseMs / 1_000} s.`);
      return pauseMs;
    };
    /**
     * Counts attempts where the server answers other jobs; in a long outage, where others of this job's calls are answered, too.
     * @param last the row to write where attempts have run out
     */
    const afterSilence = (last: Job, reason: string, isHalfway = false): Job => {
      const isCounted = pauses.hasAnsweredSince(startMs) || (pauseAfter(reason) === LONGEST_MS && isHalfway);
      if (!isCounted) return notCounted;
      return begun.attempts < MAX_ATTEMPTS ? again : last;
    };
    if (outcome === null) return isClosing ? notCounted : again;
    if (outcome.status === 'stopped') return isClosing ? notCounted : { ...ended, status: 'cancelled' };
    if (outcome.status === 'done') {
      const done: Job = { ...ended, status: 'done', result: outcome.result };
      if (outcome.unanswered === 'all') return isPatient ? afterSilence(done, NO_ANSWER) : done;
      pauses.answered();
      return outcome.unanswered === 'some' && isPatient && begun.attempts < MAX_ATTEMPTS ? again : done;
    }
    if (outcome.logged !== null) log(`job ${begun.id}: ${outcome.logged}`);
    const failed: Job = { ...ended, status: 'failed', problem: outcome.problem };
    if (outcome.obstacle === 'store') {
      pauseAfter(outcome.problem.detail);
      return notCounted;
    }
    if (!isPatient || outcome.obstacle === null) return failed;
    if (outcome.obstacle === 'down' || outcome.obstacle === 'halfway')
      return afterSilence(failed, outcome.problem.detail, outcome.obstacle === 'halfway');
    if (onObstacle === undefined) return failed;
    onObstacle(outcome.obstacle, outcome.problem);
    return notCounted;
  };
}
