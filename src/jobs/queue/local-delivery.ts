/** Delivery in this process, from the rows of the store. Other processes on the same store see the same rows. */
import type { JobRecords, Turn } from '../../domain/job.ts';
import type { JobDelivery } from './delivery.ts';

/** How many jobs it reads, when it knows of fewer than are enough. */
const KNOWN = { most: 10_000, enough: 500 };

/** @param setup of the jobs that are delivered */
export function createLocalDelivery(records: JobRecords, setup: string | null, known = KNOWN): JobDelivery {
  const waiting = new Map<string, Turn>();
  const taken = new Map<string, Turn>();
  /** The last of the jobs that were read, where there are more; undefined: all are known. */
  let lastRead: Turn | undefined;
  const add = ({ id, owner, priority }: Turn): void => {
    if (!taken.has(id) && !waiting.has(id)) waiting.set(id, { id, owner, priority });
  };

  /** Of the owner with the fewest jobs under way; then by priority, then the oldest. */
  function next(): Turn | undefined {
    const underWayOf = new Map<string, number>();
    for (const { owner } of taken.values()) underWayOf.set(owner, (underWayOf.get(owner) ?? 0) + 1);
    const comesBefore = (one: Turn, other: Turn) =>
      (underWayOf.get(other.owner) ?? 0) - (underWayOf.get(one.owner) ?? 0) || one.priority - other.priority;
    let best: Turn | undefined;
    for (const turn of waiting.values()) if (best === undefined || comesBefore(turn, best) > 0) best = turn;
    return best;
  }

  async function refill(): Promise<void> {
    // To read thousands of rows every time would take longer than the work.
    if (waiting.size >= known.enough) return;
    const turns = await records.turns(setup, known.most);
    lastRead = turns.length < known.most ? undefined : turns.at(-1);
    turns.forEach(add);
  }

  return {
    // Where more wait than are known, older ones come before these.
    send: async (jobs) =>
      jobs.filter(({ priority }) => lastRead === undefined || priority > lastRead.priority).forEach(add),
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
    release: async (id) => {
      waiting.delete(id);
      taken.delete(id);
    },
    refill,
    look: refill,
    waiting: () => waiting.size,
    close: async () => undefined,
  };
}
