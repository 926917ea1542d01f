/** Opens folders of guides as something to search and read from. */
import { InputError } from '../../domain/errors.ts';
import type { Page } from '../../domain/page.ts';
import type { DocumentPort, SearchPort, StorePort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import { readPages, type PageOutcome } from '../../pages/read-pages.ts';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { findGuides } from './find-guides.ts';
import type { GuideFile, LibraryFolder, LibraryProblem } from './guide-file.ts';
import { createGuideIndex } from './guide-index.ts';
import { libraryDocuments } from './read-guides.ts';

interface LibraryOptions {
  /** Searched recursively; the earlier one wins where two hold a file of the same path. */
  readonly folders: readonly LibraryFolder[];
  /** Keeps what was extracted: a file is extracted again only when its bytes have changed. */
  readonly store: StorePort;
  /** Called after each file. */
  readonly onProgress?: (done: number, total: number) => void;
}

export interface Library {
  readonly search: SearchPort;
  readonly documents: DocumentPort;
  /** Guides that can be found. */
  readonly size: number;
  /** A SHA-256 in hex of all that a discovery may see of the folders: it changes where that does. */
  readonly fingerprint: string;
  /** What else the folders hold, and why it cannot be found. */
  readonly problems: readonly LibraryProblem[];
}

/**
 * @throws InputError where a folder is missing, not a folder, unreadable, too large or without one readable guide;
 * CancelledError; the store's errors
 */
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

function fingerprintOf(
  outcomes: ReadonlyMap<string, PageOutcome>,
  problems: readonly LibraryProblem[],
): string {
  const guides = [...outcomes].map(([url, outcome]) =>
    outcome.status === 'read'
      ? { url, finalUrl: outcome.finalUrl, via: outcome.via, extraction: outcome.page.extraction }
      : { url, decision: outcome.decision, reason: outcome.reason },
  );
  return sha256Hex(canonicalJson({ guides, problems }));
}

function refuseUnreadableFolders(
  files: readonly GuideFile[],
  outcomes: ReadonlyMap<string, PageOutcome>,
): void {
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
