/** Gives the sets of a store, with the pages that they name, as the lines of a cache file. */
import type { KeyObject } from 'node:crypto';
import { SCHEMA_VERSION } from '../../domain/criteria-set.ts';
import { InputError } from '../../domain/errors.ts';
import type { ExtractionId } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import { citedExtractions, extractionKey } from '../../store/set-facts.ts';
import { pageEntry, setEntry, type CacheEntry, type CacheHeader } from './cache-line.ts';
import { createManifest } from './manifest.ts';
import { signed } from './sign-cache.ts';

export interface CacheExport {
  readonly header: CacheHeader;
  /** Pages that the sets name and this store does not hold: nobody can compare quotes with them. */
  readonly missingPages: number;
  /** Read from the store one by one; the same store gives the same entries. */
  readonly entries: () => AsyncIterable<CacheEntry>;
}

export interface ExportOptions {
  /** False: of the pages nothing but what the sets quote. */
  readonly withPages?: boolean | undefined;
  /** Private. Absent: the file is not signed. */
  readonly signWith?: KeyObject | undefined;
}

/** @throws InputError where there is nothing to export, or a set is not in the store */
export async function exportCache(
  store: StorePort,
  setIds: readonly string[],
  groundruleVersion: string,
  { withPages = true, signWith }: ExportOptions = {},
): Promise<CacheExport> {
  const ids = [...new Set(setIds)].sort();
  if (ids.length === 0) throw new InputError(`The store ${store.location} has no sets yet.`);
  const { present, missing } = withPages ? await citedPages(store, ids) : { present: [], missing: 0 };
  async function* entries() {
    for (const extraction of present) yield pageEntry(await required(store.getPage(extraction), store));
    for (const id of ids) yield setEntry(await required(store.getSet(id), store));
  }
  const manifest = createManifest(withPages ? 'pages' : 'quotes');
  for await (const entry of entries()) manifest.add(entry);
  const header = {
    kind: 'groundrule-cache' as const,
    schemaVersion: SCHEMA_VERSION,
    groundruleVersion,
    pages: present.length,
    sets: ids.length,
    manifest: manifest.end(),
  };
  return { header: signWith === undefined ? header : signed(header, signWith), missingPages: missing, entries };
}

async function citedPages(store: StorePort, ids: readonly string[]) {
  const cited = new Map<string, ExtractionId>();
  for (const id of ids)
    for (const extraction of citedExtractions(await required(store.getSet(id), store)))
      cited.set(extractionKey(extraction), extraction);
  const present: ExtractionId[] = [];
  for (const [, extraction] of [...cited].sort(([a], [b]) => (a < b ? -1 : 1)))
    if ((await store.getPage(extraction)) !== null) present.push(extraction);
  return { present, missing: cited.size - present.length };
}

async function required<Value>(found: Promise<Value | null>, store: StorePort): Promise<Value> {
  const value = await found;
  if (value === null)
    throw new InputError(`The store ${store.location} does not hold all that is to be exported.`, {
      advice: 'Another process may have removed it; “npx groundrule list” shows the stored sets.',
    });
  return value;
}
