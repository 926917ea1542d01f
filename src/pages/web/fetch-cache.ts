/** Fetched documents in a store: a page is fetched again only when its copy is old. */
import { z } from 'zod';
import type { KeptRecords } from '../../domain/ports.ts';
import { FetchFailure } from '../../domain/source.ts';
import { sha256Hex } from '../../text/hash.ts';

const Bytes = z.base64().transform((text): Uint8Array => new Uint8Array(Buffer.from(text, 'base64')));

const base = {
  /** As requested, without fragment; see `keyOf`. */
  url: z.string(),
  /** ISO 8601 time of the fetch, or of the last response that the copy is still valid. */
  fetchedAt: z.string(),
};

const CachedDocument = z.strictObject({
  ...base,
  status: z.literal('fetched'),
  finalUrl: z.string(),
  bytes: Bytes,
  contentType: z.string().nullable(),
  etag: z.string().nullable(),
  lastModified: z.string().nullable(),
});
export type CachedDocument = z.infer<typeof CachedDocument>;

/** A lasting failure (404, a robots.txt rule, a video): another request soon would not change it. */
const CachedFailure = z.strictObject({
  ...base,
  status: z.literal('failed'),
  decision: FetchFailure,
  reason: z.string(),
  isGone: z.literal(true).exactOptional(),
});

const CachedFetch = z.discriminatedUnion('status', [CachedDocument, CachedFailure]);
export type CachedFetch = z.infer<typeof CachedFetch>;
const FetchOrNone = CachedFetch.nullable();

/** An index of PostgreSQL takes 2,704 bytes, the kind and some overhead included. */
const MAX_KEY_BYTES = 2_500;

function keyOf(url: string): string {
  return Buffer.byteLength(url) > MAX_KEY_BYTES ? sha256Hex(url) : url;
}

export function createFetchCache(kept: KeptRecords) {
  return {
    get: async (url: string): Promise<CachedFetch | null> => FetchOrNone.parse(await kept.get('fetch', keyOf(url))),
    /** Replaces the copy of the same URL. */
    put: (entry: CachedFetch): Promise<void> =>
      kept.put(
        'fetch',
        keyOf(entry.url),
        entry.status === 'fetched' ? { ...entry, bytes: inBase64(entry.bytes) } : entry,
      ),
  };
}

function inBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
