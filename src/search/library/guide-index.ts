/** Full-text search over guides. */
import { setImmediate } from 'node:timers/promises';
import MiniSearch, { type AsPlainObject, type Options } from 'minisearch';
import type { Page } from '../../domain/page.ts';
import type { SearchHit } from '../../domain/ports.ts';
import { contentStems } from '../../text/words.ts';
import { throwIfAborted } from '../../web/abort.ts';
import { pathOf } from './guide-file.ts';
import { keyedLines, valueAt } from './keyed-lines.ts';

/** The path finds a guide whose text uses another name for its subject. */
const FIELD_BOOSTS = { title: 4, path: 2, headings: 2, body: 1 };
const CHUNK_SIZE = 100;

const OPTIONS: Options = {
  idField: 'url',
  fields: Object.keys(FIELD_BOOSTS),
  tokenize: contentStems,
  processTerm: (term) => term,
  searchOptions: { boost: FIELD_BOOSTS, combineWith: 'OR' },
};

export type Pages = Pick<ReadonlyMap<string, Page>, 'get'>;

/** BM25 over stems without stop words. A guide with any word of the query is a hit. Ties are ordered by URL. */
export interface GuideIndex {
  readonly search: (query: string, limit: number) => readonly SearchHit[];
  readonly saved: () => SavedIndex;
}

/** Its terms are keyed lines of JSON, of which a query needs few. */
export interface SavedIndex {
  readonly rest: AsPlainObject;
  readonly terms: string;
}

export async function createGuideIndex(pages: ReadonlyMap<string, Page>, signal: AbortSignal): Promise<GuideIndex> {
  const index = new MiniSearch(OPTIONS);
  // Sorted, because floating point sums depend on the order.
  const sorted = [...pages].sort(([a], [b]) => (a < b ? -1 : 1));
  for (let start = 0; start < sorted.length; start += CHUNK_SIZE) {
    throwIfAborted(signal);
    index.addAll(sorted.slice(start, start + CHUNK_SIZE).map(([url, page]) => fieldsOf(url, page)));
    await setImmediate();
  }
  return searchable(
    () => index,
    pages,
    () => {
      const saved = index.toJSON();
      return {
        rest: { ...saved, index: [] },
        terms: keyedLines(saved.index.map(([term, entry]) => [term, JSON.stringify(entry)])),
      };
    },
  );
}

/** Of the saved terms only those of a query are loaded, which takes a tenth of the time and gives the same scores. */
export function loadGuideIndex(saved: SavedIndex, pages: Pages): GuideIndex {
  const { rest, terms } = saved;
  const indexFor = (query: string) => {
    const index = [...new Set(contentStems(query))].flatMap((term): AsPlainObject['index'] => {
      const entry = valueAt(terms, term);
      return entry === undefined ? [] : [[term, JSON.parse(entry)]];
    });
    return MiniSearch.loadJS({ ...rest, index }, OPTIONS);
  };
  return searchable(indexFor, pages, () => saved);
}

function searchable(indexFor: (query: string) => MiniSearch, pages: Pages, saved: () => SavedIndex): GuideIndex {
  return {
    saved,
    search: (query, limit) =>
      indexFor(query)
        .search(query)
        .map(({ id, score }) => ({ url: String(id), score }))
        .sort((a, b) => b.score - a.score || (a.url < b.url ? -1 : 1))
        .slice(0, limit)
        .flatMap(({ url }) => {
          const page = pages.get(url);
          return page === undefined ? [] : [{ url, title: page.title, snippet: null }];
        }),
  };
}

function fieldsOf(url: string, { title, text, blocks }: Page) {
  const textOf = (isHeading: boolean) =>
    blocks
      .filter(({ kind }) => (kind === 'heading') === isHeading)
      .map(({ start, end }) => text.slice(start, end))
      .join('\n');
  return { url, title: title ?? '', path: pathOf(url), headings: textOf(true), body: textOf(false) };
}
