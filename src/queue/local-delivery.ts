/** Delivery in this process, by the rows of the store alone. Other processes on the same store see the same rows. */
import type { JobRecords, Turn } from '../domain/job.ts';
import type { JobDelivery } from './delivery.ts';

/** How many it looks for, where it knows of fewer than are enough. */
const KNOWN = { most: 10_000, enough: 500 };

/** @param setup which jobs are delivered: those that are to be done with it */
export function createLocalDelivery(records: JobRecords, setup: string | null, known = KNOWN): JobDelivery {
  const waiting = new Map<string, Turn>();
  const taken = new Map<string, Turn>();
  /** Behind it are more than were looked at; undefined: all are known. */
  let lastFound: Turn | undefined;
  const add = ({ id, owner, priority }: Turn): void => {
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
    // Where more wait than are known, others come before these.
    send: async (jobs) =>
      jobs.filter(({ priority }) => lastFound === undefined || priority > lastFound.priority).forEach(add),
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
      if (waiting.size >= known.enough) return;
      const found = await records.turns(setup, known.most);
      lastFound = found.length < known.most ? undefined : found.at(-1);
      found.forEach(add);
    },
    waiting: () => waiting.size,
    close: async () => undefined,
  };
}
