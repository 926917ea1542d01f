/** Delivery in this process, by the rows of the store alone. Other processes on the same store see the same rows. */
import { OPEN, type Job, type JobRecords } from '../domain/job.ts';
import type { JobDelivery, Turn } from './delivery.ts';

interface WaitingTurn extends Turn, Pick<Job, 'priority'> {}

const MAX_FOUND = 10_000;

/** @param setup which jobs are delivered: those that are to be done with it */
export function createLocalDelivery(records: JobRecords, setup: string | null): JobDelivery {
  const waiting = new Map<string, WaitingTurn>();
  const taken = new Map<string, WaitingTurn>();
  const add = ({ id, owner, priority }: Job): void => {
    if (!taken.has(id) && !waiting.has(id)) waiting.set(id, { id, owner, priority });
  };

  /** Of owners who have least under way, by priority, in the order in which they came. */
  function next(mayBegin: (owner: string) => boolean): WaitingTurn | undefined {
    const underWayOf = new Map<string, number>();
    for (const { owner } of taken.values()) underWayOf.set(owner, (underWayOf.get(owner) ?? 0) + 1);
    const comesBefore = (one: WaitingTurn, other: WaitingTurn) =>
      (underWayOf.get(other.owner) ?? 0) - (underWayOf.get(one.owner) ?? 0) || one.priority - other.priority;
    let best: WaitingTurn | undefined;
    for (const turn of waiting.values())
      if ((best === undefined || comesBefore(turn, best) > 0) && mayBegin(turn.owner)) best = turn;
    return best;
  }

  return {
    send: async (jobs) => jobs.forEach(add),
    take: async (count, mayBegin) => {
      const turns: Turn[] = [];
      while (turns.length < count) {
        const turn = next(mayBegin);
        if (turn === undefined) break;
        waiting.delete(turn.id);
        taken.set(turn.id, turn);
        turns.push(turn);
      }
      return turns;
    },
    remove: async (id) => {
      waiting.delete(id);
      taken.delete(id);
    },
    // Its row is found again.
    handBack: async (id) => void taken.delete(id),
    mend: async () => {
      const open = await records.list({ statuses: OPEN, setup }, MAX_FOUND);
      for (const job of [...open].reverse()) add(job);
    },
    waiting: () => waiting.size,
    close: async () => undefined,
  };
}
