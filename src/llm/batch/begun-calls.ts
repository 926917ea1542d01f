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
const BegunCall = z.object({
  /** With so many calls. Older records do not say how many. */
  file: z.string(),
  calls: z.int().default(MAX_CALLS),
  counted: z
    .array(z.tuple([z.string(), Amounts]))
    .default([])
    .transform((counted): Counted => new Map(counted)),
});
export type BegunCall = z.infer<typeof BegunCall>;
const Kept = BegunCall.nullable();

export type BegunCalls = ReturnType<typeof createBegunCalls>;

export function createBegunCalls(kept: KeptRecords) {
  /** Of calls that may go in a batch. */
  const held = new Map<string, Counted>();
  const writing = new Map<string, Promise<unknown>>();
  /** Calls that got the answer that their record is of: one that is asked again wants another. */
  const taken = new Set<string>();

  async function forget(call: string): Promise<void> {
    taken.delete(call);
    await kept.put('model-batch', call, null);
  }

  async function write(file: string, calls: readonly string[]): Promise<void> {
    // Whoever finds the file meanwhile waits for its batch in place of beginning another.
    await kept.claim('model-batch', file);
    const record = (call: string) => ({ file, calls: calls.length, counted: [...(held.get(call) ?? [])] });
    await Promise.all(calls.map((call) => kept.put('model-batch', call, record(call))));
    for (const call of calls) taken.delete(call);
  }

  return {
    forget,
    /** Null: no batch of it was begun, or nothing is to be had from that any more. */
    read: async (call: string): Promise<BegunCall | null> => {
      await writing.get(call)?.catch(() => undefined);
      if (taken.has(call)) await forget(call);
      return Kept.parse(await kept.get('model-batch', call));
    },
    /** @param counted for the call, should its batch begin; null: it goes no more */
    hold: (call: string, counted: Counted | null): void => {
      if (counted === null) held.delete(call);
      else held.set(call, counted);
    },
    /** First which file, then its batch: a batch that was begun before a kill is found by its file. */
    begin: async (file: string, calls: readonly string[]): Promise<void> => {
      const written = write(file, calls);
      for (const call of calls) writing.set(call, written);
      await written.finally(() => calls.forEach((call) => writing.delete(call)));
    },
    take: (call: string): void => void taken.add(call),
  };
}
