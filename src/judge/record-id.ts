/** Ids of records of judging, by which they and their model calls are found again. */
import type { RecordKind } from '../domain/stored-record.ts';
import { canonicalJson, sha256Hex } from '../text/hash.ts';

const ID_HEX_DIGITS = 24;

const PREFIXES: Readonly<Record<RecordKind, string>> = {
  judgement: 'jg',
  comparison: 'cp',
  refinement: 'rf',
  selection: 'bo',
  actionability: 'ac',
  scoring: 'sc',
  checklist: 'cl',
  labels: 'lb',
  benchmark: 'bm',
};

const NOT_CONTENT: ReadonlySet<string> = new Set(['usage', 'id', 'runId']);

/** The prefix of its kind, `_` and the first 24 hex digits of the SHA-256 of the record without its ids and usage. */
export function recordId(kind: RecordKind, record: object): string {
  const content = Object.fromEntries(Object.entries(record).filter(([name]) => !NOT_CONTENT.has(name)));
  return `${PREFIXES[kind]}_${sha256Hex(canonicalJson(content)).slice(0, ID_HEX_DIGITS)}`;
}
