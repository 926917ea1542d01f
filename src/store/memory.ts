/** A store that lives as long as the process: for runs that keep nothing, and where SQLite is not installed. */
import type { CriteriaSet } from '../domain/criteria-set.ts';
import type { Page } from '../domain/page.ts';
import type { SetSummary, StorePort } from '../domain/ports.ts';
import { StoredRecord } from '../domain/stored-record.ts';
import { createMemoryRoom } from './memory-room.ts';
import { createServiceRecords } from './memory-service-records.ts';
import { createSpendingRecords } from './memory-spending.ts';
import { citedExtractions, extractionKey, summaryOf } from './set-facts.ts';

export function createMemoryStore(): StorePort {
  const pages = new Map<string, Page>();
  const sets = new Map<string, CriteriaSet>();
  const records = new Map<string, string>();
  /** As text, so that nobody changes what is kept by changing what they gave or got. */
  const kept = new Map<string, string>();
  const serviceRecords = createServiceRecords();
  const jobs = () => serviceRecords.jobs.list({}, Infinity);
  const { room, stored } = createMemoryRoom({ pages, sets, kept, records, jobs });
  return {
    location: 'memory',
    kept: {
      get: async (kind, key) => {
        const json = kept.get(`${kind} ${key}`);
        return json === undefined ? null : (JSON.parse(json) as unknown);
      },
      put: async (kind, key, value) => {
        kept.set(`${kind} ${key}`, JSON.stringify(value));
        stored(`${kind} ${key}`);
      },
      // No other process sees it.
      claim: async () => true,
      release: async () => undefined,
    },
    ...serviceRecords,
    ...room,
    ...createSpendingRecords(),
    putPage: async (page) => {
      const key = extractionKey(page.extraction);
      const known = pages.get(key);
      if (known === undefined || (known.imported === true && page.imported !== true)) pages.set(key, page);
      stored(key);
    },
    getPage: async (extraction) => {
      const key = extractionKey(extraction);
      stored(key);
      return pages.get(key) ?? null;
    },
    putSet: async (set) => {
      sets.set(set.id, { ...(sets.get(set.id) ?? set), run: set.run });
    },
    getSet: async (id) => sets.get(id) ?? null,
    findSetIds: async (prefix) => [...sets.keys()].filter((id) => id.startsWith(prefix)).sort(),
    listSets: async (limit, { words = '', after } = {}) =>
      [...sets.values()]
        .map(summaryOf)
        .filter(({ instruction }) => instruction.toLowerCase().includes(words.toLowerCase()))
        .sort(newestFirst)
        .filter((summary) => after === undefined || newestFirst(summary, after) > 0)
        .slice(0, limit),
    putRecord: async (record) => {
      records.set(record.id, JSON.stringify(record));
    },
    getRecord: async (id) => {
      const json = records.get(id);
      return json === undefined ? null : StoredRecord.parse(JSON.parse(json));
    },
    findRecordIds: async (prefix) => [...records.keys()].filter((id) => id.startsWith(prefix)).sort(),
    listRecords: async (limit) =>
      [...records.values()]
        .map((json) => StoredRecord.parse(JSON.parse(json)))
        .sort((a, b) => compareText(b.savedAt, a.savedAt) || compareText(a.id, b.id))
        .slice(0, limit)
        .map(({ id, kind, name, savedAt }) => ({ id, kind, name, savedAt })),
    removeSet: async (id) => {
      const removed = sets.get(id);
      sets.delete(id);
      kept.delete(`calls ${id}`);
      const cited = new Set([...sets.values()].flatMap(citedExtractions).map(extractionKey));
      const own = removed === undefined ? [] : citedExtractions(removed).map(extractionKey);
      return own.filter((key) => !cited.has(key) && pages.delete(key)).length;
    },
    close: async () => undefined,
  };
}

const newestFirst = (a: Pick<SetSummary, 'id' | 'startedAt'>, b: typeof a) =>
  compareText(b.startedAt, a.startedAt) || compareText(a.id, b.id);

/** By UTF-16 code units, as SQLite and `Array.sort` order these ASCII strings. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
