/** Stored model calls of a record. */
import { z } from 'zod';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { CallRecord, PROBE } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';

const KeptCalls = z.array(CallRecord);

/** In the order of their ends; null if the store has none for this record. */
export async function callRecordsOf(recordId: string, { kept }: StorePort): Promise<readonly CallRecord[] | null> {
  return KeptCalls.nullable().parse(await kept.get('calls', recordId));
}

/**
 * Stores the calls of the run that created a record. A call from the cache does not replace the stored record of the call that
 * was paid for.
 */
export async function keepCalls(recordId: string, calls: readonly CallRecord[], { kept }: StorePort): Promise<void> {
  // Replace unreadable records of other versions.
  const earlier = KeptCalls.safeParse(await kept.get('calls', recordId)).data ?? [];
  const paid = new Map(earlier.filter(wasPaid).map((call) => [keysOf(call), call]));
  const merged = calls.map((call) => {
    const paidCall = isFromCache(call) ? paid.get(keysOf(call)) : undefined;
    // Use it once: a repeated question in one run was paid for once.
    if (paidCall !== undefined) paid.delete(keysOf(call));
    return paidCall ?? call;
  });
  // With cached answers only, there was no probe: keep the earlier ones.
  const isProbe = ({ role }: CallRecord) => role === PROBE;
  const probes = calls.some(isProbe) ? [] : earlier.filter(isProbe);
  await kept.put('calls', recordId, [...probes, ...merged]);
}

function wasPaid({ exchanges }: CallRecord): boolean {
  return exchanges.some(({ cached, answer }) => !cached && answer !== null);
}

function isFromCache({ exchanges }: CallRecord): boolean {
  return exchanges.length > 0 && exchanges.every(({ cached }) => cached);
}

function keysOf({ exchanges }: CallRecord): string {
  return exchanges.map(({ key }) => key).join(' ');
}

/**
 * Removes the prompts from the calls, but not their hashes, if the terms of a search provider forbid storing a page's text:
 * prompts contain page texts.
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
