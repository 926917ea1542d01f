/** Kept fetches in memory. */
import type { CachedFetch, FetchCachePort } from '../../src/domain/fetch-cache.ts';

export function memoryFetchCache(): FetchCachePort & { readonly entries: Map<string, CachedFetch> } {
  const entries = new Map<string, CachedFetch>();
  return {
    entries,
    get: async (url) => entries.get(url) ?? null,
    put: async (entry) => void entries.set(entry.url, entry),
  };
}
