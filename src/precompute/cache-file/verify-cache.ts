/** Checks a cache file by itself: its hashes, and every set's rules against the pages beside it. */
import type { KeyObject } from 'node:crypto';
import { verifySet, type Verification } from '../../audit/verify-set.ts';
import type { StorePort } from '../../domain/ports.ts';
import { createMemoryStore } from '../../store/sqlite/memory.ts';
import { readCache, readCacheHeader, type CacheLines, type CheckedEntry } from './read-cache.ts';
import { keyName } from './sign-cache.ts';

export interface CacheVerification {
  readonly status: Verification['status'];
  readonly pages: number;
  /** The name of the key whose signature holds; null: the file is not signed. */
  readonly signedBy: string | null;
  /** In the file's order. */
  readonly sets: readonly { readonly id: string; readonly verification: Verification }[];
  /** Lines that something speaks against. */
  readonly damaged: readonly { readonly line: number; readonly problem: string }[];
}

export interface CacheCheck {
  /** Empty: the file's pages are put here while it is read. Default: memory. */
  readonly scratch?: StorePort | undefined;
  /** Whose signature the file has to have. Absent: one that it has must hold. */
  readonly publicKey?: KeyObject | undefined;
}

/** Each entry, a set with what its rules say by the pages before it. @throws InputError, as `readCache` */
export async function* verifiedEntries(
  lines: CacheLines,
  { scratch = createMemoryStore(), publicKey }: CacheCheck,
): AsyncGenerator<CheckedEntry & { readonly verification: Verification | null }> {
  for await (const checked of readCache(lines, publicKey)) {
    const { entry } = checked;
    if (entry.kind === 'page') await scratch.putPage(entry.page);
    const verification = entry.kind === 'set' ? await verifySet(entry.set, scratch) : null;
    yield { ...checked, verification };
  }
}

/** @throws InputError with the line's number where the file is no cache file, or not a whole one */
export async function verifyCache(lines: CacheLines, check: CacheCheck = {}): Promise<CacheVerification> {
  const { signature } = await readCacheHeader(lines, check.publicKey);
  const sets: CacheVerification['sets'][number][] = [];
  const damaged: CacheVerification['damaged'][number][] = [];
  let pages = 0;
  for await (const { line, entry, problems, verification } of verifiedEntries(lines, check)) {
    damaged.push(...problems.map((problem) => ({ line, problem })));
    if (entry.kind === 'page') pages += 1;
    else if (verification !== null) sets.push({ id: entry.set.id, verification });
  }
  const statuses = new Set(sets.map(({ verification }) => verification.status));
  if (damaged.length > 0) statuses.add('failed');
  const worst = (['failed', 'cannot-verify'] as const).find((status) => statuses.has(status));
  const signedBy = signature === undefined ? null : keyName(signature);
  return { status: worst ?? 'passed', pages, signedBy, sets, damaged };
}
