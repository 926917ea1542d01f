/** Cache files for tests: exported, changed, and sealed anew as whoever forges one would. */
import type { StorePort } from '../../src/domain/ports.ts';
import { asWritten, type CriteriaSet } from '../../src/domain/criteria-set.ts';
import { CacheEntry, CacheHeader, hashOf } from '../../src/precompute/cache-file/cache-line.ts';
import { exportCache, type ExportOptions } from '../../src/precompute/cache-file/export-cache.ts';
import { createManifest } from '../../src/precompute/cache-file/manifest.ts';
import type { CacheLines } from '../../src/precompute/cache-file/read-cache.ts';

export function setEntry(set: CriteriaSet): Extract<CacheEntry, { kind: 'set' }> {
  return { kind: 'set', sha256: hashOf(asWritten(set)), set };
}

export async function exportedLines(
  store: StorePort,
  setIds: readonly string[],
  options: ExportOptions = {},
): Promise<string[]> {
  const { header, entries } = await exportCache(store, setIds, '1.2.3', options);
  const lines = [JSON.stringify(header)];
  for await (const entry of entries()) lines.push(entry);
  return lines;
}

export function cacheLines(texts: readonly string[], name = 'sets.jsonl'): CacheLines {
  return {
    name,
    open: async function* () {
      for (const [index, text] of texts.entries()) yield { number: index + 1, text };
    },
  };
}

export function entriesIn(lines: readonly string[]): CacheEntry[] {
  return lines.slice(1).map((line) => CacheEntry.parse(JSON.parse(line)));
}

/** A file of these entries whose first line says what they are. */
export function sealed(header: string, entries: readonly CacheEntry[]): string[] {
  const said = CacheHeader.omit({ signature: true }).strip().parse(JSON.parse(header));
  const manifest = createManifest('pages');
  for (const entry of entries) manifest.add(entry);
  const pages = entries.filter(({ kind }) => kind === 'page').length;
  const sealedHeader = { ...said, pages, sets: entries.length - pages, manifest: manifest.end() };
  return [sealedHeader, ...entries].map((line) => JSON.stringify(line));
}
