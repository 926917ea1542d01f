/**
 * Calls whose batch was begun and whose answers nobody took yet: they may be billed, and the next run takes their answers.
 * The record of each is written before the batch begins, with what limits hold for it, and that stays counted as long as
 * the record is there.
 */
import { z } from 'zod';
import type { KeptRecords } from '../../domain/ports.ts';
import type { Counted } from '../reservation.ts';
import { MAX_CALLS } from './gathering.ts';

const Amounts = z.object({ calls: z.number(), tokens: z.number(), usd: z.number() });
export const CountedByBudget = z
  .array(z.tuple([z.string(), Amounts]))
  .transform((counted): Counted => new Map(counted));
const BegunCall = z.object({
  /** With so many calls. Older records do not say how many. */
  file: z.string(),
  calls: z.int().default(MAX_CALLS),
  counted: CountedByBudget.prefault([]),
});
export type BegunCall = z.infer<typeof BegunCall>;
const Kept = BegunCall.nullable();

export type BegunCalls = ReturnType<typeof createBegunCalls>;

export function createBegunCalls(kept: KeptRecords) {
  /** Calls that got the answer that their record is of: one that is asked again wants another. */
  const taken = new Set<string>();

  async function forget(call: string): Promise<void> {
    taken.delete(call);
    await kept.put('model-batch', call, null);
  }

  return {
    forget,
    /** Null: no batch of it was begun, or nothing is to be had from that any more. */
    read: async (call: string): Promise<BegunCall | null> => {
      if (taken.has(call)) await forget(call);
      return Kept.parse(await kept.get('model-batch', call));
    },
    /**
     * First which file, then its batch: a batch that was begun before a kill is found by its file.
     * @param calls what is counted for each
     */
    begin: async (file: string, calls: ReadonlyMap<string, Counted>): Promise<void> => {
      // Whoever finds the file meanwhile waits for its batch in place of beginning another.
      await kept.claim('model-batch', file);
      const record = (counted: Counted) => ({ file, calls: calls.size, counted: [...counted] });
      await Promise.all([...calls].map(([call, counted]) => kept.put('model-batch', call, record(counted))));
      for (const call of calls.keys()) taken.delete(call);
    },
    take: (call: string): void => void taken.add(call),
  };
}
