/** Jobs that are worked on or waited for in this process: what they say, how they are stopped, when they have ended. */
import { isOpen, type Job, type JobRecords } from '../../domain/job.ts';
import { createEventLog, type EventLog } from './event-log.ts';

export interface LiveJob {
  readonly log: EventLog;
  readonly controller: AbortController;
  /** Settles when it has ended, whoever worked on it. Rejects where the store does not say. */
  readonly end: Promise<Job>;
  readonly settle: (job: Job) => void;
  readonly fail: (reason: Error) => void;
}

export function createLiveJobs(records: JobRecords) {
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
    // Nobody may be waiting.
    end.catch(() => undefined);
    const made = { log: createEventLog(), controller: new AbortController(), end, settle, fail };
    live.set(id, made);
    return made;
  }

  return {
    of,
    /** Undefined: nobody here works on it or waits for it. */
    known: (id: string): LiveJob | undefined => live.get(id),
    /** Null where it has ended. */
    watched: async (id: string): Promise<LiveJob | null> => {
      if (live.has(id)) return of(id);
      const row = await records.get(id);
      return row !== null && isOpen(row) ? of(id) : null;
    },
    /** Tells those who wait how it ended; null: nobody knows any more. */
    settle: (id: string, row: Job | null): void => {
      const known = live.get(id);
      live.delete(id);
      known?.log.close();
      if (row !== null) known?.settle(row);
    },
    /** Tells those who wait that nobody knows now how it stands; it may be begun again. */
    fail: (id: string, reason: Error): void => {
      const known = live.get(id);
      live.delete(id);
      known?.log.close();
      known?.fail(reason);
    },
    all: (): readonly (readonly [id: string, job: LiveJob])[] => [...live],
  };
}
