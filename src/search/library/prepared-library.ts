/** The bundled guides, extracted and indexed at build time. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../../domain/errors.ts';
import type { KindFinder, Kinds } from '../../domain/guide-kind.ts';
import type { Page } from '../../domain/page.ts';
import type { StorePort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { EXTRACTOR_VERSION } from '../../pages/extraction-outcome.ts';
import { findKinds } from './find-kinds.ts';
import type { KindModel } from './kind-model.ts';
import type { NameTable } from './name-table.ts';
import { LIBRARY_SCHEME } from './guide-file.ts';
import { loadGuideIndex, type Pages, type SavedIndex } from './guide-index.ts';
import { ascii, valueAt } from './keyed-lines.ts';
import { type Library, openLibrary, searchOf } from './open-library.ts';
import { readKinds } from './read-kinds.ts';
import { libraryDocuments } from './read-guides.ts';

export interface PreparedLibrary {
  readonly format: number;
  readonly extractorVersion: string;
  readonly kinds: Kinds;
  readonly names: NameTable;
  readonly kindModel: KindModel;
  readonly fingerprint: string;
  readonly urls: readonly string[];
  /** Keyed lines of JSON, by URL. */
  readonly pages: string;
  readonly index: SavedIndex;
}

/** Build output, relative to the package root. */
const PREPARED = join('dist', 'library.txt');
/** Another one where the interface above changes: a build before that counts as none. */
export const FORMAT = 5;

/** ASCII: a line of JSON, and the keyed lines as they are, in which few are looked up: as JSON all would be read. */
export function preparedText({ kindModel, index, pages, ...rest }: PreparedLibrary): string {
  const { features, ...model } = kindModel;
  const parts = [features, index.terms, pages];
  const head = { ...rest, kindModel: model, index: index.rest, lengths: parts.map(({ length }) => length) };
  return [`${ascii(JSON.stringify(head))}\n`, ...parts].join('');
}

type Head = Omit<PreparedLibrary, 'kindModel' | 'index' | 'pages'> & {
  readonly kindModel: Omit<KindModel, 'features'>;
  readonly index: SavedIndex['rest'];
  readonly lengths: readonly number[];
};

/** Null for that of another build, or one that was not written to its end: a key would be looked for in it without end. */
export function preparedFrom(text: string): PreparedLibrary | null {
  const start = text.indexOf('\n') + 1;
  if (start === 0) return null;
  const { lengths, kindModel, index, ...rest } = JSON.parse(text.slice(0, start)) as Head;
  if (rest.format !== FORMAT || rest.extractorVersion !== EXTRACTOR_VERSION) return null;
  const [features = 0, terms = 0, pages = 0] = lengths;
  if (text.length !== start + features + terms + pages) return null;
  return {
    ...rest,
    kindModel: { ...kindModel, features: text.slice(start, start + features) },
    index: { rest: index, terms: text.slice(start + features, start + features + terms) },
    pages: text.slice(start + features + terms),
  };
}

/** @param root of the package. Without a matching build the guides are read one by one */
export async function openBundledLibrary(
  run: RunContext,
  { root, folder, store }: { readonly root: string; readonly folder: string; readonly store: StorePort },
): Promise<Library> {
  const prepared = await readPrepared(root);
  const place = { path: folder, via: 'bundled' as const };
  if (prepared === null) return openLibrary(run, { folders: [place], store });
  const pages = pagesOf(prepared.pages);
  const files = prepared.urls.map((url) => ({
    url,
    folder: place,
    realPath: join(folder, decodeURIComponent(url.slice(LIBRARY_SCHEME.length))),
  }));
  return {
    ...searchOf(loadGuideIndex(prepared.index, pages)),
    documents: libraryDocuments(files, pages),
    fingerprint: prepared.fingerprint,
    problems: [],
    urls: prepared.urls,
    titles: [],
  };
}

function pagesOf(lines: string): Pages {
  return {
    get: (url) => {
      const page = valueAt(lines, url);
      return page === undefined ? undefined : (JSON.parse(page) as Page);
    },
  };
}

/** Without a matching build no kind is guessed: only names and first words tell. */
export async function bundledKinds(root: string, folder: string): Promise<KindFinder> {
  const prepared = await readPrepared(root);
  if (prepared === null) return findKinds(await readKinds(folder), null);
  return findKinds(prepared.kinds, prepared.kindModel, prepared.names);
}

let reading: { readonly file: string; readonly prepared: Promise<PreparedLibrary | null> } | undefined;

/** Read once per process. */
function readPrepared(root: string): Promise<PreparedLibrary | null> {
  const file = join(root, PREPARED);
  if (reading?.file !== file) reading = { file, prepared: parsePrepared(file) };
  return reading.prepared;
}

async function parsePrepared(file: string): Promise<PreparedLibrary | null> {
  try {
    // Decoded whole: `readFile` would do it piece by piece.
    return preparedFrom((await readFile(file)).toString('latin1'));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}
