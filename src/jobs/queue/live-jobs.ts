/** Jobs that this process works on or waits for: their events, their abort signal, their end. */
import { isOpen, type Job, type JobRecords } from '../../domain/job.ts';
import type { Clock } from '../../domain/run-context.ts';
import { createEventLog, type EventLog } from './event-log.ts';

export interface LiveJob {
  readonly log: EventLog;
  readonly controller: AbortController;
  /** Resolves when the job has ended, in whatever process. Rejects where the store cannot tell. */
  readonly end: Promise<Job>;
  readonly settle: (job: Job) => void;
  readonly fail: (reason: Error) => void;
}

export function createLiveJobs(records: JobRecords, clock: Clock) {
  const live = new Map<string, LiveJob>();

  function of(id: string): LiveJob {
    const known = live.get(id);
    if (known !== undefined) return known;
    let settle: LiveJob['settle'] = () => undefined;
    let fail: LiveJob['fail'] = () => undefined;
    const end = new Promise<Job>((resolve, reject) => {
      settle = resolve;
      fail = reject;
    });
    // There may be no waiter to handle a rejection.
    end.catch(() => undefined);
    const made = { log: createEventLog(clock), controller: new AbortController(), end, settle, fail };
    live.set(id, made);
    return made;
  }

  function end(id: string, tell: (job: LiveJob) => unknown, isWorkedOn = false): void {
    const known = live.get(id);
    if (!isWorkedOn) live.delete(id);
    known?.log.close();
    if (known !== undefined) tell(known);
  }

  return {
    of,
    /** Undefined: this process neither works on it nor waits for it. */
    known: (id: string): LiveJob | undefined => live.get(id),
    /** Null where the job has ended. */
    watched: async (id: string): Promise<LiveJob | null> => {
      if (live.has(id)) return of(id);
      const row = await records.get(id);
      return row !== null && isOpen(row) ? of(id) : null;
    },
    /** Tells waiters how the job ended; null: its row was removed. @param isWorkedOn its log stays for what is still under way */
    settle: (id: string, row: Job | null, isWorkedOn = false): void =>
      end(id, ({ settle }) => row !== null && settle(row), isWorkedOn),
    /** Tells waiters that the state of the job is unknown; it may run again. */
    fail: (id: string, reason: Error): void => end(id, ({ fail }) => fail(reason)),
    all: (): readonly (readonly [id: string, job: LiveJob])[] => [...live],
  };
}
