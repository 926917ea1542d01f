/** How much room a store in memory takes, and what of it nobody needs. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Job } from '../domain/job.ts';
import type { Page } from '../domain/page.ts';
import type { KindSize, RoomRecords } from '../domain/room.ts';
import { citedExtractions, extractionKey } from './set-facts.ts';

interface Rooms {
  readonly pages: Map<string, Page>;
  readonly sets: ReadonlyMap<string, CriteriaSet>;
  /** JSON by kind and key. */
  readonly kept: Map<string, string>;
  readonly records: ReadonlyMap<string, string>;
  readonly jobs: () => Promise<readonly Job[]>;
}

interface Row {
  readonly kind: string;
  readonly key: string;
  readonly json: string;
}

export function createMemoryRoom({ pages, sets, kept, records, jobs }: Rooms) {
  const storedAtMs = new Map<string, number>();
  const asRows = (kind: string, values: ReadonlyMap<string, unknown>): readonly Row[] =>
    [...values].map(([key, value]) => ({ kind, key, json: JSON.stringify(value) }));
  const keptRows = () => [...kept].map(([key, json]) => ({ kind: key.slice(0, key.indexOf(' ')), key, json }));

  function unneeded(olderThanMs: number): readonly Row[] {
    const isOld = ({ key }: Row) => (storedAtMs.get(key) ?? 0) <= Date.now() - olderThanMs;
    const cited = new Set([...sets.values()].flatMap(citedExtractions).map(extractionKey));
    const setIds = new Set([...sets.keys()].map((id) => JSON.stringify(id)));
    return [
      ...asRows('page', pages).filter(({ key }) => !cited.has(key)),
      ...keptRows().filter(({ kind, json }) => (kind === 'discovery' ? !setIds.has(json) : kind !== 'calls')),
    ].filter(isOld);
  }

  const room: RoomRecords = {
    sizes: async () => {
      const ofJobs = new Map((await jobs()).map((job) => [job.id, job]));
      const ofRecords = [...records].map(([key, json]) => ({ kind: 'record', key, json }));
      return sizesOf([
        ...[...asRows('page', pages), ...asRows('set', sets), ...asRows('job', ofJobs)],
        ...[...ofRecords, ...keptRows()],
      ]);
    },
    prune: async (olderThanMs, isTrial) => {
      const found = unneeded(olderThanMs);
      if (!isTrial) for (const { key } of found) if (!pages.delete(key)) kept.delete(key);
      return sizesOf(found);
    },
  };
  return {
    room,
    /** @param key of a page, or of what is kept */
    stored: (key: string): void => void storedAtMs.set(key, Date.now()),
  };
}

function sizesOf(rows: readonly Row[]): readonly KindSize[] {
  const byKind = new Map<string, KindSize>();
  for (const { kind, json } of rows) {
    const { rows: before, bytes } = byKind.get(kind) ?? { rows: 0, bytes: 0 };
    byKind.set(kind, { kind, rows: before + 1, bytes: bytes + Buffer.byteLength(json) });
  }
  return [...byKind.values()].sort((a, b) => (a.kind < b.kind ? -1 : 1));
}
