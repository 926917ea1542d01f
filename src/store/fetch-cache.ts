/** Fetched documents in a store, their bytes as base64. */
import { z } from 'zod';
import type { FetchCachePort } from '../domain/fetch-cache.ts';
import type { KeptRecords } from '../domain/ports.ts';
import { FetchFailure } from '../domain/source.ts';

const base = { url: z.string(), fetchedAt: z.string() };
const KeptFetch = z
  .discriminatedUnion('status', [
    z.strictObject({
      ...base,
      status: z.literal('fetched'),
      finalUrl: z.string(),
      bytes: z.base64(),
      contentType: z.string().nullable(),
      etag: z.string().nullable(),
      lastModified: z.string().nullable(),
    }),
    z.strictObject({
      ...base,
      status: z.literal('failed'),
      decision: FetchFailure,
      reason: z.string(),
      isGone: z.literal(true).exactOptional(),
    }),
  ])
  .nullable();

export function fetchCache(kept: KeptRecords): FetchCachePort {
  return {
    get: async (url) => {
      const entry = KeptFetch.parse(await kept.get('fetch', url));
      return entry?.status === 'fetched'
        ? { ...entry, bytes: new Uint8Array(Buffer.from(entry.bytes, 'base64')) }
        : entry;
    },
    put: (entry) =>
      kept.put(
        'fetch',
        entry.url,
        entry.status === 'fetched' ? { ...entry, bytes: Buffer.from(entry.bytes).toString('base64') } : entry,
      ),
  };
}
