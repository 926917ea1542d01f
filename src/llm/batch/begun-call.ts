/** A call whose batch was begun and whose answer nobody took yet: it may be billed, and the next run takes its answer. */
import { z } from 'zod';
import type { Amounts } from '../../domain/budget.ts';
import type { KeptRecords } from '../../domain/ports.ts';
import { MAX_CALLS } from './gathering.ts';

/** A file that was sent, and its number of calls. Older records do not say how many. */
export const SentFile = z.object({ file: z.string(), calls: z.int().default(MAX_CALLS) });
export type SentFile = z.infer<typeof SentFile>;

const Taken: z.ZodType<Amounts> = z.object({ calls: z.number(), tokens: z.number(), usd: z.number() });
const KeptCall = SentFile.extend({ counted: z.array(z.tuple([z.string(), Taken])).default([]) }).nullable();

/** By budget: what is counted for a call until its answer is taken. */
export type Counted = ReadonlyMap<string, Amounts>;

export type BegunCall = ReturnType<typeof createBegunCall>;

export function createBegunCall({ get, put }: Pick<KeptRecords, 'get' | 'put'>, key: string) {
  const read = async () => KeptCall.parse(await get('model-batch', key));
  return {
    counted: async (): Promise<Counted> => new Map((await read())?.counted),
    /** @returns false: no batch of it was begun */
    count: async (counted: Counted): Promise<boolean> => {
      const record = await read();
      if (record === null) return false;
      await put('model-batch', key, { ...record, counted: [...new Map([...record.counted, ...counted])] });
      return true;
    },
    /** Its answer is of no use: whoever asks again wants another. */
    forget: (): Promise<void> => put('model-batch', key, null),
  };
}
