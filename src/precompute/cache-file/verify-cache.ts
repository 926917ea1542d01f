/** Checks a cache file by itself: its hashes, and every set's rules against the pages beside it. */
import { createMemoryStore } from '../../store/memory.ts';
import { verifySet, type Verification } from '../../audit/verify-set.ts';
import { readCache, type CacheLines } from './read-cache.ts';

export interface CacheVerification {
  readonly status: Verification['status'];
  readonly pages: number;
  /** In the file's order. */
  readonly sets: readonly { readonly id: string; readonly verification: Verification }[];
  /** Lines whose hashes do not hold. */
  readonly damaged: readonly { readonly line: number; readonly problem: string }[];
}

/** @throws InputError with the line's number where the file is no cache file, or not a whole one */
export async function verifyCache(lines: CacheLines): Promise<CacheVerification> {
  const store = createMemoryStore();
  const sets: CacheVerification['sets'][number][] = [];
  const damaged: CacheVerification['damaged'][number][] = [];
  let pages = 0;
  for await (const { line, entry, problems } of readCache(lines)) {
    damaged.push(...problems.map((problem) => ({ line, problem })));
    if (entry.kind === 'page') {
      pages += 1;
      await store.putPage(entry.page);
    } else sets.push({ id: entry.set.id, verification: await verifySet(entry.set, store) });
  }
  const statuses = new Set(sets.map(({ verification }) => verification.status));
  if (damaged.length > 0) statuses.add('failed');
  const worst = (['failed', 'cannot-verify'] as const).find((status) => statuses.has(status));
  return { status: worst ?? 'passed', pages, sets, damaged };
}
