/** Opens folders of guides for search and reading. */
import { InputError } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { DocumentPort, SearchPort, StorePort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { type PageOutcome, readPages } from '../../pages/read-pages.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { plural } from '../../text/plural.ts';
import { findGuides } from './find-guides.ts';
import { createGuideIndex, type GuideIndex } from './guide-index.ts';
import { pathOf, type GuideFile, type LibraryFolder, type LibraryProblem } from './guide-file.ts';
import { libraryDocuments } from './read-guides.ts';

interface LibraryOptions {
  readonly folders: readonly LibraryFolder[];
  /** Stores extractions: a file is only extracted again if its bytes have changed. */
  readonly store: StorePort;
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Library {
  readonly search: SearchPort;
  readonly documents: DocumentPort;
  /** SHA-256 in hex of everything that a discovery can see of the folders. */
  readonly fingerprint: string;
  /** Files that cannot be used, and why. */
  readonly problems: readonly LibraryProblem[];
  readonly urls: readonly string[];
  /** Of the guides, or their paths; empty for the bundled ones, whose kinds are known. */
  readonly titles: readonly string[];
}

/** @throws InputError if a folder is missing, unreadable, too large or without a readable guide */
export async function openLibrary(run: RunContext, options: LibraryOptions): Promise<Library> {
  const { pages, documents, fingerprint, problems } = await readLibrary(run, options);
  const search = searchOf(await createGuideIndex(pages, run.signal));
  const titles = [...pages].map(([url, { title }]) => title ?? pathOf(url));
  return { ...search, documents, fingerprint, problems, urls: [...pages.keys()], titles };
}

export function searchOf(index: GuideIndex): Pick<Library, 'search'> {
  return { search: { name: 'library', search: async (_run, query, limit) => index.search(query, limit) } };
}

/** @throws like `openLibrary` */
export async function readLibrary(run: RunContext, options: LibraryOptions) {
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
  return { pages, documents, fingerprint: fingerprintOf(outcomes, problems), problems: [...problems, ...unread] };
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
    const inFolder = files.filter((file) => file.folder === folder);
    if (inFolder.some(({ url }) => outcomes.get(url)?.status === 'read')) continue;
    const [first] = inFolder;
    const outcome = outcomes.get(first?.url ?? '');
    if (first === undefined || outcome?.status !== 'failed') continue;
    throw new InputError(
      `The library folder ${folder.path} has ${plural(inFolder.length, 'guide')} and none that is readable. The first is ${first.url} (${outcome.reason}).`,
      { advice: 'Name a folder with guides that hold text.' },
    );
  }
}
