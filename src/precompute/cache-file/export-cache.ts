/** Gives the sets of a store, with the pages that they name, as the lines of a cache file. */
import type { KeyObject } from 'node:crypto';
import { SCHEMA_VERSION } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import type { ExtractionId } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import { citedExtractions, extractionKey } from '../../store/set-facts.ts';
import { readOutline } from '../set-outline.ts';
import { carried, hashOf, type CacheHeader, type ExportedEntry } from './cache-line.ts';
import type { CountedEntry } from './cache-stats.ts';
import { createManifest } from './manifest.ts';
import { signed } from './sign-cache.ts';

export interface CacheExport {
  readonly header: CacheHeader;
  /** Pages that the sets name and this store does not hold: nobody can compare quotes with them. */
  readonly missingPages: number;
  /** Read from the store one by one; the same store gives the same entries. */
  readonly entries: () => AsyncIterable<ExportedEntry>;
  /** For `cacheStats`. */
  readonly counted: () => AsyncIterable<CountedEntry>;
}

export interface ExportOptions {
  /** False: of the pages nothing but what the sets quote. */
  readonly withPages?: boolean | undefined;
  /** Private. Absent: the file is not signed. */
  readonly signWith?: KeyObject | undefined;
}

/**
 * Reads sets and pages twice: the first line says what the others are.
 * @throws InputError where there is nothing to export, or a set is not in the store
 */
export async function exportCache(
  store: StorePort,
  setIds: readonly string[],
  groundruleVersion: string,
  { withPages = true, signWith }: ExportOptions = {},
): Promise<CacheExport> {
  const ids = [...new Set(setIds)].sort();
  if (ids.length === 0) throw new InputError(`The store ${store.location} has no sets yet.`);
  const manifest = createManifest(withPages ? 'pages' : 'quotes');
  const setHashes = new Map<string, string>();
  const cited = new Map<string, ExtractionId>();
  for (const id of ids) {
    const { outline, written } = await required(readOutline(store, id), store);
    manifest.countSetup(outline);
    setHashes.set(id, hashOf(written));
    if (withPages) for (const extraction of citedExtractions(outline)) cited.set(extractionKey(extraction), extraction);
  }
  const pages = await storedPages(store, cited);
  for (const { sha256 } of pages) manifest.addHash({ kind: 'page', sha256 });
  for (const sha256 of setHashes.values()) manifest.addHash({ kind: 'set', sha256 });

  async function* entries(): AsyncGenerator<ExportedEntry> {
    for (const { extraction, sha256 } of pages)
      yield { kind: 'page', sha256, page: carried(await required(store.getPage(extraction), store)) };
    for (const [id, sha256] of setHashes) {
      const { written } = await required(readOutline(store, id), store);
      yield { kind: 'set', sha256, set: written };
    }
  }
  async function* counted(): AsyncGenerator<CountedEntry> {
    yield { kind: 'pages', pages: pages.length, bytes: pages.reduce((sum, { bytes }) => sum + bytes, 0) };
    yield* countedSets(store, ids);
  }
  const header = {
    kind: 'groundrule-cache' as const,
    schemaVersion: SCHEMA_VERSION,
    groundruleVersion,
    pages: pages.length,
    sets: ids.length,
    manifest: manifest.end(),
  };
  return {
    header: signWith === undefined ? header : signed(header, signWith),
    missingPages: cited.size - pages.length,
    entries,
    counted,
  };
}

interface StoredPage {
  readonly extraction: ExtractionId;
  readonly sha256: string;
  readonly bytes: number;
}

/** Those that the store holds, in the file's order. */
async function storedPages(store: StorePort, cited: ReadonlyMap<string, ExtractionId>): Promise<readonly StoredPage[]> {
  const pages: StoredPage[] = [];
  for (const [, extraction] of [...cited].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = await store.getPage(extraction);
    if (stored === null) continue;
    const page = carried(stored);
    pages.push({ extraction, sha256: hashOf(page), bytes: Buffer.byteLength(JSON.stringify(page)) });
  }
  return pages;
}

/** Sets of a store, for `cacheStats`. @throws InputError where one is not there */
export async function* countedSets(store: StorePort, ids: readonly string[]): AsyncGenerator<CountedEntry> {
  for (const id of ids) {
    const { outline, bytes } = await required(readOutline(store, id), store);
    yield { kind: 'set', set: outline, bytes };
  }
}

async function required<Value>(found: Promise<Value | null>, store: StorePort): Promise<Value> {
  const value = await found;
  if (value === null)
    throw new InputError(`The store ${store.location} does not hold all that is to be exported.`, {
      advice: 'Another process may have removed it; “npx groundrule list” shows the stored sets.',
    });
  return value;
}
