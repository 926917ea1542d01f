/** The model calls behind a record, as they are kept beside it. */
import { z } from 'zod';
import type { CriteriaSet } from '../domain/criteria-set.ts';
import { CallRecord, PROBE } from '../domain/model.ts';
import type { StorePort } from '../domain/ports.ts';

/** In the order in which they ended; null where the store has none for this record. */
export async function callRecordsOf(recordId: string, { kept }: StorePort): Promise<readonly CallRecord[] | null> {
  return z
    .array(CallRecord)
    .nullable()
    .parse(await kept.get('calls', recordId));
}

/**
 * Keeps the calls of the run that made a record. An answer that was at hand costs nothing now: where the store knows
 * what its call took when it was paid for, that stays.
 */
export async function keepCalls(recordId: string, calls: readonly CallRecord[], { kept }: StorePort): Promise<void> {
  // What another version kept and this one cannot read is replaced.
  const earlier = z.array(CallRecord).safeParse(await kept.get('calls', recordId)).data ?? [];
  const paid = new Map(earlier.filter(wasPaid).map((call) => [keysOf(call), call]));
  const richest = calls.map((call) => {
    const known = isFromCache(call) ? paid.get(keysOf(call)) : undefined;
    // Once: the same question asked again in one run was paid for but once.
    if (known !== undefined) paid.delete(keysOf(call));
    return known ?? call;
  });
  // Where all answers were at hand, nobody had to find out again how the endpoint gives JSON.
  const isProbe = ({ role }: CallRecord) => role === PROBE;
  const probes = calls.some(isProbe) ? [] : earlier.filter(isProbe);
  await kept.put('calls', recordId, [...probes, ...richest]);
}

function wasPaid({ exchanges }: CallRecord): boolean {
  return exchanges.some(({ cached, answer }) => !cached && answer !== null);
}

/** True where each answer was at hand. */
function isFromCache({ exchanges }: CallRecord): boolean {
  return exchanges.length > 0 && exchanges.every(({ cached }) => cached);
}

function keysOf({ exchanges }: CallRecord): string {
  return exchanges.map(({ key }) => key).join(' ');
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
