/** The lines of a cache file: sets with the pages that they name, to be carried from one store to another. */
import { z } from 'zod';
import { asWritten, SCHEMA_VERSION, StoredCriteriaSet } from '../../domain/criteria-set.ts';
import { Page } from '../../domain/page.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { Manifest } from './manifest.ts';
import { Signature } from './sign-cache.ts';

/** The first line. It counts the others, so that a file that was cut short is told from a whole one. */
export const CacheHeader = z.strictObject({
  kind: z.literal('groundrule-cache'),
  /** Of the sets; an older export is read as well. */
  schemaVersion: z.int().min(1).max(SCHEMA_VERSION),
  groundruleVersion: z.string(),
  pages: z.int().nonnegative(),
  sets: z.int().nonnegative(),
  /** Absent: an earlier version exported the file. */
  manifest: Manifest.exactOptional(),
  /** Of all the above. */
  signature: Signature.exactOptional(),
});
export type CacheHeader = z.infer<typeof CacheHeader>;

/** Of the canonical JSON of the page or set. */
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** Whether the page was imported where the file was made is nothing that its reader could rely on. */
const CarriedPage = Page.omit({ imported: true });

/** The other lines: all pages, then all sets. */
export const CacheEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('page'), sha256, page: CarriedPage }),
  z.strictObject({ kind: z.literal('set'), sha256, set: StoredCriteriaSet }),
]);
export type CacheEntry = z.infer<typeof CacheEntry>;

/** What of a stored page is carried. */
function carried(stored: Page): z.infer<typeof CarriedPage> {
  const { imported, ...page } = stored;
  return imported === undefined ? stored : page;
}

/** @param stored JSON of a page @returns the same without what is not carried: parsing every page would take most of the time */
export function carriedJson(stored: string): string {
  return stored.endsWith(IMPORTED) ? `${stored.slice(0, -IMPORTED.length)}}` : stored;
}

/** How a page that was imported is written: the member is added last. */
const IMPORTED = ',"imported":true}';

export function pageEntry(stored: Page): Extract<CacheEntry, { kind: 'page' }> {
  const page = carried(stored);
  return { kind: 'page', sha256: hashOf(page), page };
}

export function isUndamaged(entry: CacheEntry): boolean {
  return entry.sha256 === hashOf(entry.kind === 'page' ? entry.page : asWritten(entry.set));
}

export function hashOf(value: z.infer<typeof CarriedPage> | ReturnType<typeof asWritten>): string {
  return sha256Hex(canonicalJson(value));
}
