/** Fetches pages and saves them to a folder library, those alone that can be read: their bytes, and their origin beside them. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import pLimit from 'p-limit';
import { errorCode, InputError, UnavailableError } from '../../domain/errors.ts';
import type { Document, MediaKind } from '../../domain/page.ts';
import type { DocumentPort } from '../../domain/ports.ts';
import type { RunContext } from '../../domain/run-context.ts';
import type { Decision } from '../../domain/source.ts';
import { extractInWorker } from '../../pages/extraction-pool.ts';
import { throwIfStopped } from '../../run/run-step.ts';
import { sha256Hex } from '../../text/hash.ts';
import { makeFolder } from '../../text/make-folder.ts';
import { redact } from '../../text/redact.ts';
import { type Origin, originFile, readOrigin } from './guide-file.ts';

interface SavedPage {
  readonly status: 'saved' | 'replaced' | 'exists';
  readonly file: string;
}

export type AddedPage = { readonly url: string } & (
  (SavedPage & { readonly title: string | null }) | { readonly status: 'failed'; readonly reason: string }
);

export interface AddOptions {
  readonly folder: string;
  readonly replace: boolean;
}

/** One outcome for each address. @throws InputError: `folder` is none; UnavailableError; CancelledError */
export async function addToLibrary(
  run: RunContext,
  documents: DocumentPort,
  urls: readonly string[],
  { folder, replace }: AddOptions,
): Promise<readonly AddedPage[]> {
  const atOnce = pLimit(run.limits.concurrency);
  // One after the other: two addresses may lead to the same page.
  const oneByOne = pLimit(1);
  async function add(url: string): Promise<AddedPage> {
    throwIfStopped(run);
    const fetched = await documents.get(run, url);
    if (fetched.status === 'failed') return { url, ...refused(fetched) };
    const read = await extractInWorker(fetched.document, run.limits, run.signal);
    if (read.status === 'failed') return { url, ...refused(read) };
    const { mediaKind, title } = read.page;
    const saved = await oneByOne(() => savePage(fetched.document, mediaKind, folder, replace));
    return { url, ...saved, title };
  }
  return Promise.all([...new Set(urls)].map((url) => atOnce(() => add(url))));
}

function refused({ decision, reason }: { readonly decision: Decision; readonly reason: string }) {
  return { status: 'failed' as const, reason: `${decision}: ${reason}` };
}

const EXTENSIONS = { html: '.html', pdf: '.pdf', markdown: '.md', text: '.txt' } as const;
/** Of the words in a name; with hash, extension and the origin's, it stays below the 255 bytes that file systems take. */
const MAX_NAME_BYTES = 160;

/** A file that is there stays, unless `replace` is true. @throws InputError: no folder; UnavailableError */
async function savePage(
  { fetchedAt, contentType, bytes, ...asked }: Document,
  kind: MediaKind,
  folder: string,
  replace: boolean,
): Promise<SavedPage> {
  // Neither the file of its origin nor its name shows a key of the address.
  const [url, finalUrl] = [redact(asked.url), redact(asked.finalUrl)];
  const file = await freeFile(folder, new URL(finalUrl), EXTENSIONS[kind]);
  const path = join(folder, file);
  const isSaved = existsSync(path);
  if (isSaved && !replace) return { status: 'exists', file };
  const origin: Origin = { url, finalUrl, fetchedAt, contentType };
  try {
    await makeFolder(dirname(path));
    // First: a page without its origin would pass for a guide of the user's own.
    await writeFile(originFile(path), `${JSON.stringify(origin, null, 2)}\n`);
    await writeFile(path, bytes);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new InputError(`${folder} cannot be a library: there is a file in its place.`, {
        advice: 'Name a folder with --to.',
        cause: error,
      });
    throw new UnavailableError(`${path} cannot be written (${code ?? 'unknown error'}).`, { cause: error });
  }
  return { status: isSaved ? 'replaced' : 'saved', file };
}

/** The plain name, unless another page or a guide of the user's own has it; below the folder. */
async function freeFile(folder: string, url: URL, extension: string): Promise<string> {
  const { plain, exact } = namesOf(url);
  const file = `${plain}${extension}`;
  const path = join(folder, file);
  const origin = await readOrigin(path);
  const isOthers = origin === null ? existsSync(path) : origin === 'unreadable' || origin.finalUrl !== url.href;
  return isOthers ? `${exact}${extension}` : file;
}

/** `<host>/<path in one>`; with a hash where the path says more than a name can hold. */
function namesOf({ hostname, port, pathname, search, href }: URL) {
  const host = `${hostname}${port === '' ? '' : `-${port}`}`.replace(/[^a-z0-9.-]/gu, '-').replace(/^\.+/u, '');
  const path = decoded(pathname).replace(/\.(?:html?|xhtml|pdf|md|markdown|txt)$/iu, '');
  const words = path.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.join('-');
  // Cut by bytes, never inside a character.
  const { read } = new TextEncoder().encodeInto(joined, new Uint8Array(MAX_NAME_BYTES));
  const name = joined.slice(0, read) || 'index';
  const isWhole = search === '' && (path === '/' || path.replaceAll('/', '-').replace(/^-|-$/gu, '') === name);
  const exact = `${host}/${name}-${sha256Hex(href).slice(0, 8)}`;
  return { plain: isWhole ? `${host}/${name}` : exact, exact };
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
