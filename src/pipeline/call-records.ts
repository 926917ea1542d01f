/** The model calls of the run that last made a set, as they were kept beside it. */
import { z } from 'zod';
import type { CriteriaSet } from '../domain/criteria-set.ts';
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

/**
 * What may be kept of a run's calls: prompts show pages, and where a search provider's terms do not let the text of one
 * be kept, none of the prompts is; their hashes stay.
 */
export async function callsToKeep(
  calls: readonly CallRecord[],
  { content }: CriteriaSet,
  store: StorePort,
): Promise<readonly CallRecord[]> {
  for (const { via, extraction } of content.sources)
    if (via === 'provider' && extraction !== null && (await store.getPage(extraction)) === null)
      return calls.map((call) => ({
        ...call,
        exchanges: call.exchanges.map((exchange) => ({ ...exchange, messages: [] })),
      }));
  return calls;
}
