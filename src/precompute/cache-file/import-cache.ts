/** Puts the pages and sets of a cache file into a store: all of them, or none where anything speaks against one. */
import type { CriteriaSet } from '../../domain/criteria-set.ts';
import type { StorePort } from '../../domain/ports.ts';
import { hasKeptSet, keyOfSet } from '../discovery-key.ts';
import { pageEntry, type CacheEntry } from './cache-line.ts';
import { soundEntries, unsoundLine, type CacheLines } from './read-cache.ts';
import { verifiedEntries, type CacheCheck } from './verify-cache.ts';

interface CacheImport {
  /** What the file brought that the store did not hold. */
  readonly pages: number;
  readonly sets: number;
  /** Discoveries that a set of the file answers for: of the same task, set up the very same way. */
  readonly answers: number;
}

interface ImportOptions extends CacheCheck {
  /**
   * Whether such discoveries are answered from now on. Whoever wrote the file may have written the sets: only where its
   * user trusts it do they stand for what would be found here.
   */
  readonly isTrusted?: boolean | undefined;
}

/**
 * Reads the file twice: before anything is stored, every line has been checked, and every quote compared with its page.
 * @throws InputError with the line's number
 */
export async function importCache(
  store: StorePort,
  lines: CacheLines,
  { isTrusted = false, ...check }: ImportOptions = {},
): Promise<CacheImport> {
  for await (const { line, entry, problems, verification } of verifiedEntries(lines, check)) {
    const broken = verification?.rules.find(({ status }) => status === 'failed');
    const problem = problems[0] ?? broken?.problems[0] ?? (await contradiction(store, entry));
    if (problem !== null) throw unsoundLine(lines, line, problem);
  }
  let pages = 0;
  let sets = 0;
  const answers = new Map<string, Pick<CriteriaSet, 'id'> & { readonly startedAt: string }>();
  for await (const entry of soundEntries(lines, check.publicKey)) {
    if (entry.kind === 'page') {
      if ((await store.getPage(entry.page.extraction)) !== null) continue;
      await store.putPage({ ...entry.page, imported: true });
      pages += 1;
      continue;
    }
    const { id, run } = entry.set;
    if ((await store.getSetSummary(id)) === null) {
      await store.putSet(entry.set);
      sets += 1;
    }
    // The key is made from the set itself: no file can have it answer for another task or setup than it says.
    const key = keyOfSet(entry.set);
    if (key !== null && (answers.get(key)?.startedAt ?? '') <= run.startedAt)
      answers.set(key, { id, startedAt: run.startedAt });
  }
  if (isTrusted)
    for (const [key, { id }] of answers)
      if (!(await hasKeptSet(store, key))) await store.kept.put('discovery', key, id);
  return { pages, sets, answers: answers.size };
}

/** One extraction has one text: with two of them, the quotes of one side would no longer stand where they are said to. */
async function contradiction(store: StorePort, entry: CacheEntry): Promise<string | null> {
  if (entry.kind === 'set') return null;
  const stored = await store.getPage(entry.page.extraction);
  if (stored === null || pageEntry(stored).sha256 === entry.sha256) return null;
  return `the store ${store.location} holds another text of the same page`;
}
