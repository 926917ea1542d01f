/** Gives the sets of a store, with the pages that they name, as the lines of a cache file. */
import type { KeyObject } from 'node:crypto';
import { SCHEMA_VERSION } from '../../domain/criteria-set.ts';
import { InputError, UnavailableError } from '../../domain/errors.ts';
import { extractionKey, type ExtractionId } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import { citedExtractions } from '../../store/set-facts.ts';
import { readOutline } from '../set-outline.ts';
import { carriedJson, hashOf, type CacheHeader } from './cache-line.ts';
import type { CountedEntry } from './cache-stats.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { createManifest } from './manifest.ts';
import { signed } from './sign-cache.ts';

export interface CacheExport {
  readonly header: CacheHeader;
  /** Pages that the sets name and this store does not hold: nobody can compare quotes with them. */
  readonly missingPages: number;
  /**
   * JSON of the entries, read from the store one by one; the same store gives the same entries.
   * @throws UnavailableError where a set was stored again since the header was made
   */
  readonly entries: () => AsyncIterable<string>;
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
  const sets = new Map<string, { readonly sha256: string; readonly runSha256: string }>();
  const cited = new Map<string, ExtractionId>();
  for (const id of ids) {
    const { outline, written, json } = await required(readOutline(store, id), store);
    manifest.countSetup(outline);
    sets.set(id, { sha256: hashOf(written), runSha256: sha256Hex(json.run) });
    if (withPages) for (const extraction of citedExtractions(outline)) cited.set(extractionKey(extraction), extraction);
  }
  const pages = await storedPages(store, cited);
  for (const { sha256 } of pages) manifest.addHash({ kind: 'page', sha256 });
  for (const { sha256 } of sets.values()) manifest.addHash({ kind: 'set', sha256 });

  async function* entries(): AsyncGenerator<string> {
    for (const { extraction, sha256 } of pages)
      yield `{"kind":"page","sha256":"${sha256}","page":${carried(await required(store.getPageJson(extraction), store))}}`;
    for (const [id, { sha256, runSha256 }] of sets) {
      // As it is stored: parsing and writing it again would take most of the time.
      const { content, run } = await required(store.getSetJson(id), store);
      if (sha256Hex(run) !== runSha256)
        throw new UnavailableError(`The set ${id} was stored again during the export.`, { advice: 'Export again.' });
      yield `{"kind":"set","sha256":"${sha256}","set":{"id":${JSON.stringify(id)},"content":${content},"run":${run}}}`;
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

/** In one order of members: a store has those of an imported page in another order than the store that read it. */
function carried(stored: string): string {
  return canonicalJson(JSON.parse(carriedJson(stored)));
}

/** Those that the store holds, in the file's order. */
async function storedPages(store: StorePort, cited: ReadonlyMap<string, ExtractionId>): Promise<readonly StoredPage[]> {
  const pages: StoredPage[] = [];
  for (const [, extraction] of [...cited].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const stored = await store.getPageJson(extraction);
    if (stored === null) continue;
    const json = carried(stored);
    pages.push({ extraction, sha256: sha256Hex(json), bytes: Buffer.byteLength(json) });
  }
  return pages;
}

/** Sets of a store, for `cacheStats`. @throws InputError where one is not there */
export async function* countedSets(store: StorePort, ids: readonly string[]): AsyncGenerator<CountedEntry> {
  for (const id of ids) {
    const { outline, json } = await required(readOutline(store, id), store);
    yield { kind: 'set', set: outline, bytes: Buffer.byteLength(json.content) + Buffer.byteLength(json.run) };
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
