/** Opens folders of guides as something to search and read from. */
import { setImmediate } from 'node:timers/promises';
import MiniSearch from 'minisearch';
import { InputError } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { DocumentPort, SearchHit, SearchPort, StorePort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { type PageOutcome, readPages } from '../../pages/read-pages.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { contentStems } from '../../text/words.ts';
import { throwIfAborted } from '../../web/sleep.ts';
import { findGuides } from './find-guides.ts';
import { type GuideFile, type LibraryFolder, type LibraryProblem, pathOf } from './guide-file.ts';
import { libraryDocuments } from './read-guides.ts';

interface LibraryOptions {
  readonly folders: readonly LibraryFolder[];
  /** Keeps what was extracted: a file is extracted again only when its bytes have changed. */
  readonly store: StorePort;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Library {
  readonly search: SearchPort;
  readonly documents: DocumentPort;
  readonly size: number;
  /** A SHA-256 in hex of all that a discovery may see of the folders: it changes where that does. */
  readonly fingerprint: string;
  /** What else the folders hold, and why it cannot be found. */
  readonly problems: readonly LibraryProblem[];
}

/** @throws InputError where a folder is missing, unreadable, too large or without one readable guide */
export async function openLibrary(run: RunContext, options: LibraryOptions): Promise<Library> {
  const { files, problems } = await findGuides(options.folders, run.signal);
  const documents = libraryDocuments(files);
  const outcomes = await readPages(
    run,
    { documents: [documents], store: options.store },
    files.map(({ url }) => url),
    (done) => options.onProgress?.(done, files.length),
  );
  refuseUnreadableFolders(files, outcomes);
  const pages = new Map<string, Page>();
  const unread: LibraryProblem[] = [];
  for (const [url, outcome] of outcomes)
    if (outcome.status === 'read') pages.set(url, outcome.page);
    else unread.push({ url, decision: outcome.decision, reason: outcome.reason });

  const index = await createGuideIndex(pages, run.signal);
  return {
    search: { name: 'library', search: async (_run, query, limit) => index.search(query, limit) },
    documents,
    size: pages.size,
    fingerprint: fingerprintOf(outcomes, problems),
    problems: [...problems, ...unread],
  };
}

function fingerprintOf(outcomes: ReadonlyMap<string, PageOutcome>, problems: readonly LibraryProblem[]) {
  const guides = [...outcomes].map(([url, outcome]) =>
    outcome.status === 'read'
      ? { url, finalUrl: outcome.finalUrl, via: outcome.via, extraction: outcome.page.extraction }
      : { url, decision: outcome.decision, reason: outcome.reason },
  );
  return sha256Hex(canonicalJson({ guides, problems }));
}

function refuseUnreadableFolders(files: readonly GuideFile[], outcomes: ReadonlyMap<string, PageOutcome>): void {
  for (const folder of new Set(files.map((file) => file.folder))) {
    const own = files.filter((file) => file.folder === folder);
    if (own.some(({ url }) => outcomes.get(url)?.status === 'read')) continue;
    const [first] = own;
    const outcome = outcomes.get(first?.url ?? '');
    if (first === undefined || outcome?.status !== 'failed') continue;
    throw new InputError(
      `None of the ${own.length} guides in the library folder ${folder.path} can be read (${first.url}: ${outcome.reason}).`,
      { advice: 'Name a folder with guides that hold text.' },
    );
  }
}

/** A word in the path is what its keeper filed it under: it finds a guide that calls its subject by another name. */
const FIELD_BOOSTS = { title: 4, path: 2, headings: 2, body: 1 };
const CHUNK_SIZE = 100;

/** Full-text search: BM25 over stems without stop words. A guide with any word of a query is a hit; ties go by URL. */
export async function createGuideIndex(pages: ReadonlyMap<string, Page>, signal: AbortSignal) {
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
    search: (query: string, limit: number): readonly SearchHit[] =>
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
  const lastSpace = line.lastIndexOf(' ', MAX_SNIPPET_CHARS - 1);
  return `${line.slice(0, lastSpace > 0 ? lastSpace : MAX_SNIPPET_CHARS - 1)}…`;
}
