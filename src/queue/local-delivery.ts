/** Delivery in this process, by the rows of the store alone. Other processes on the same store see the same rows. */
import { OPEN, type Job, type JobRecords } from '../domain/job.ts';
import type { JobDelivery } from './delivery.ts';

type Turn = Pick<Job, 'id' | 'owner' | 'priority'>;

const MAX_FOUND = 10_000;
const ENOUGH = 500;

/** @param setup which jobs are delivered: those that are to be done with it */
export function createLocalDelivery(records: JobRecords, setup: string | null): JobDelivery {
  const waiting = new Map<string, Turn>();
  const taken = new Map<string, Turn>();
  const add = ({ id, owner, priority }: Job): void => {
    if (!taken.has(id) && !waiting.has(id)) waiting.set(id, { id, owner, priority });
  };

  /** Of owners who have least under way, by priority, in the order in which they came. */
  function next(): Turn | undefined {
    const underWayOf = new Map<string, number>();
    for (const { owner } of taken.values()) underWayOf.set(owner, (underWayOf.get(owner) ?? 0) + 1);
    const comesBefore = (one: Turn, other: Turn) =>
      (underWayOf.get(other.owner) ?? 0) - (underWayOf.get(one.owner) ?? 0) || one.priority - other.priority;
    let best: Turn | undefined;
    for (const turn of waiting.values()) if (best === undefined || comesBefore(turn, best) > 0) best = turn;
    return best;
  }

  return {
    send: async (jobs) => jobs.forEach(add),
    take: async (count) => {
      const ids: string[] = [];
      while (ids.length < count) {
        const turn = next();
        if (turn === undefined) break;
        waiting.delete(turn.id);
        taken.set(turn.id, turn);
        ids.push(turn.id);
      }
      return ids;
    },
    remove: async (id) => {
      waiting.delete(id);
      taken.delete(id);
    },
    // Its row is found again.
    handBack: async (id) => void taken.delete(id),
    mend: async () => {
      // To look through thousands of rows every time would take longer than the work.
      if (waiting.size >= ENOUGH) return;
      const open = await records.list({ statuses: OPEN, setup }, MAX_FOUND);
      for (const job of [...open].reverse()) add(job);
    },
    waiting: () => waiting.size,
    close: async () => undefined,
  };
}
