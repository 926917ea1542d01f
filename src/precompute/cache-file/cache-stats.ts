/** What a cache holds: sets by how they were discovered, sources by domain, sizes. */
import { asWritten } from '../../domain/criteria-set.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { keyOfSet, setupDifferences, setupOf, type DiscoverySetup, type RecordedSetup } from '../discovery-key.ts';
import type { SetOutline } from '../set-outline.ts';
import type { CacheEntry } from './cache-line.ts';

interface SetupStats {
  /** The first 12 digits of the SHA-256 of the setup's canonical JSON. */
  readonly fingerprint: string;
  readonly setup: RecordedSetup;
  readonly sets: number;
  readonly criteria: number;
  /**
   * Sets that answer for no discovery at all: incomplete, a part of another set, or of an earlier version; in a store
   * also those that nobody trusted, that came of a single `discover`, or whose place another set has.
   */
  readonly notAnswering: number;
  /** ISO 8601, of the earliest and the latest of them. */
  readonly madeFrom: string;
  readonly madeTo: string;
  /** What keeps them from answering for discoveries as they are set up now: none, they answer; null: nobody asked. */
  readonly differences: readonly string[] | null;
}

export interface CacheStats {
  readonly sets: number;
  readonly criteria: number;
  readonly pages: number;
  /** Of the JSON of sets and of pages, in UTF-8. */
  readonly bytes: { readonly sets: number; readonly pages: number };
  /** Those that answer now first, then by their number of sets. */
  readonly setups: readonly SetupStats[];
  /** Kept sources by host (library folders: `library`), with the sets that they are in; the most first. */
  readonly domains: readonly { readonly domain: string; readonly sources: number; readonly sets: number }[];
}

/** What is counted: pages by their number, sets one by one, each with the bytes of its JSON. */
export type CountedEntry =
  | { readonly kind: 'pages'; readonly pages: number; readonly bytes: number }
  | { readonly kind: 'set'; readonly set: SetOutline; readonly bytes: number };

export async function* counted(entries: AsyncIterable<CacheEntry>): AsyncGenerator<CountedEntry> {
  for await (const entry of entries)
    if (entry.kind === 'page') yield { kind: 'pages', pages: 1, bytes: Buffer.byteLength(JSON.stringify(entry.page)) };
    else {
      const { set } = entry;
      yield { kind: 'set', set, bytes: Buffer.byteLength(JSON.stringify(asWritten(set))) };
    }
}

/**
 * @param now how discoveries are set up now; null: that is nothing to compare with
 * @param isAnswer whether a set answers for discoveries that are set up as its own; default: as in a store that trusts it
 */
export async function cacheStats(
  entries: AsyncIterable<CountedEntry>,
  now: DiscoverySetup | null,
  isAnswer: (set: SetOutline) => boolean | Promise<boolean> = (set) => keyOfSet(set) !== null,
): Promise<CacheStats> {
  const setups = new Map<string, SetupStats>();
  const domains = new Map<string, { readonly sources: number; readonly sets: number }>();
  const bytes = { sets: 0, pages: 0 };
  let pages = 0;
  for await (const entry of entries) {
    if (entry.kind === 'pages') {
      pages += entry.pages;
      bytes.pages += entry.bytes;
      continue;
    }
    const { set } = entry;
    bytes.sets += entry.bytes;
    const setup = setupOf(set);
    const key = canonicalJson(setup);
    const madeAt = set.run.startedAt;
    const before = setups.get(key) ?? {
      ...{
        fingerprint: sha256Hex(key).slice(0, 12),
        setup,
        differences: now === null ? null : setupDifferences(setup, now),
      },
      ...{ sets: 0, criteria: 0, notAnswering: 0, madeFrom: madeAt, madeTo: madeAt },
    };
    setups.set(key, {
      ...before,
      sets: before.sets + 1,
      criteria: before.criteria + set.content.criteria.length,
      notAnswering: before.notAnswering + ((await isAnswer(set)) ? 0 : 1),
      madeFrom: madeAt < before.madeFrom ? madeAt : before.madeFrom,
      madeTo: madeAt > before.madeTo ? madeAt : before.madeTo,
    });
    const hosts = set.content.sources.flatMap(({ decision, finalUrl }) =>
      decision === 'kept' ? [hostOf(finalUrl)] : [],
    );
    for (const host of new Set(hosts)) {
      const { sources = 0, sets = 0 } = domains.get(host) ?? {};
      domains.set(host, { sources: sources + hosts.filter((each) => each === host).length, sets: sets + 1 });
    }
  }
  const sum = (count: (stats: SetupStats) => number) =>
    [...setups.values()].reduce((all, each) => all + count(each), 0);
  return {
    sets: sum(({ sets }) => sets),
    criteria: sum(({ criteria }) => criteria),
    pages,
    bytes,
    setups: [...setups.values()].sort(
      (a, b) =>
        (a.differences ?? []).length - (b.differences ?? []).length ||
        b.sets - a.sets ||
        (a.fingerprint < b.fingerprint ? -1 : 1),
    ),
    domains: [...domains]
      .map(([domain, counts]) => ({ domain, ...counts }))
      .sort((a, b) => b.sources - a.sources || (a.domain < b.domain ? -1 : 1)),
  };
}

function hostOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.host === '' ? 'library' : url.host;
}
