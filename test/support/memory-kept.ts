/** What a store keeps by key, in memory. */
import type { KeptRecords } from '../../src/domain/ports.ts';

/** `entries`: values by kind and key. */
export function memoryKept(): KeptRecords & { readonly entries: Map<string, unknown> } {
  const entries = new Map<string, unknown>();
  return {
    entries,
    get: async (kind, key) => entries.get(`${kind} ${key}`) ?? null,
    put: async (kind, key, value) => void entries.set(`${kind} ${key}`, value),
    claim: async () => true,
    // Of this object's own methods, so that a test can replace them.
    async getOrClaim(kind, key) {
      const value = await this.get(kind, key);
      return { value, isClaimed: value === null && (await this.claim(kind, key)) };
    },
    release: async () => undefined,
  };
}
