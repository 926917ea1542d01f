/** The model calls of the run that last made a set, as they were kept beside it. */
import { z } from 'zod';
import { CallRecord } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';

/** In the order in which they ended; null where the store has none for this set. */
export async function callRecordsOf(
  setId: string,
  { kept }: StorePort,
): Promise<readonly CallRecord[] | null> {
  return z
    .array(CallRecord)
    .nullable()
    .parse(await kept.get('calls', setId));
}
