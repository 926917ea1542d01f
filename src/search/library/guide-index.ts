/** Full-text search over guides: BM25 by minisearch, over stems without stop words. */
import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import type { Page } from '../../domain/page.ts';
import type { SearchHit } from '../../domain/ports.ts';
import { contentStems } from '../../text/words.ts';
import { throwIfAborted } from '../../web/sleep.ts';
import { pathOf } from './guide-file.ts';

/**
 * A word in the title says what a guide is about; one in a heading, what a part of it is about; one in its path, what
 * its keeper filed it under, which finds the guide that calls its subject by another name.
 */
const FIELD_BOOSTS = { title: 4, path: 2, headings: 2, body: 1 };

/** Guides indexed in one go, about 0.1 s of work. */
const CHUNK_SIZE = 100;

export interface GuideIndex {
  /** Best first, ties by URL; a guide that holds any of the query's words is a hit. */
  search(query: string, limit: number): readonly SearchHit[];
}

/**
 * @param pages by URL; the ranking does not depend on their order
 * @throws CancelledError
 */
export async function createGuideIndex(
  pages: ReadonlyMap<string, Page>,
  signal: AbortSignal,
): Promise<GuideIndex> {
  const index = new MiniSearch({
    idField: 'url',
    fields: Object.keys(FIELD_BOOSTS),
    tokenize: contentStems,
    processTerm: (term) => term,
    searchOptions: { boost: FIELD_BOOSTS, combineWith: 'OR' },
  });
  // Averages are summed up as pages come in, and the last bits of a sum depend on the order.
  const sorted = [...pages].sort(([a], [b]) => compareText(a, b));
  for (let start = 0; start < sorted.length; start += CHUNK_SIZE) {
    throwIfAborted(signal);
    index.addAll(sorted.slice(start, start + CHUNK_SIZE).map(([url, page]) => fieldsOf(url, page)));
    await setImmediate();
  }

  return {
    search: (query, limit) =>
      index
        .search(query)
        .map(({ id, score }) => ({ url: String(id), score }))
        .sort((a, b) => b.score - a.score || compareText(a.url, b.url))
        .slice(0, limit)
        .flatMap(({ url }) => {
          const page = pages.get(url);
          return page === undefined ? [] : [{ url, title: page.title, snippet: snippetOf(page, query) }];
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

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

const MAX_SNIPPET_CHARS = 200;

/** The block with the most distinct words of the query, headings aside and the first of equals; null where none has any. */
function snippetOf({ text, blocks }: Page, query: string): string | null {
  const wanted = new Set(contentStems(query));
  const best = { found: 0, passage: '' };
  for (const { kind, start, end } of blocks) {
    if (kind === 'heading') continue;
    const passage = text.slice(start, end);
    const found = new Set(contentStems(passage).filter((stem) => wanted.has(stem))).size;
    if (found > best.found) Object.assign(best, { found, passage });
  }
  const line = best.passage.replaceAll(/\s+/gu, ' ').trim();
  if (line.length <= MAX_SNIPPET_CHARS) return line === '' ? null : line;
  // Cut at the last word that fits.
  const lastSpace = line.lastIndexOf(' ', MAX_SNIPPET_CHARS - 1);
  return `${line.slice(0, lastSpace > 0 ? lastSpace : MAX_SNIPPET_CHARS - 1)}…`;
}
