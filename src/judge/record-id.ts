/** Ids of records of judging, by which their model calls are found again. */
import { canonicalJson, sha256Hex } from '../text/hash.ts';

const ID_HEX_DIGITS = 24;

/** Comparison, refinement, selection, actionability. */
export type RecordPrefix = 'cp' | 'rf' | 'bo' | 'ac';

/** The prefix, `_` and the first 24 hex digits of the SHA-256 of the record without its usage. */
export function recordId(prefix: RecordPrefix, record: { readonly usage: unknown }): string {
  const content = Object.fromEntries(Object.entries(record).filter(([member]) => member !== 'usage'));
  return `${prefix}_${sha256Hex(canonicalJson(content)).slice(0, ID_HEX_DIGITS)}`;
}
