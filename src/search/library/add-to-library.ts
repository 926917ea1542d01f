/** Fetches readable pages and saves them to a library folder: the bytes, and a file with the origin. */
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
import { decoded } from '../../text/secret-forms.ts';
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

/** One outcome per URL. @throws InputError if `folder` is not a folder; UnavailableError; CancelledError */
export async function addToLibrary(
  run: RunContext,
  documents: DocumentPort,
  urls: readonly string[],
  { folder, replace }: AddOptions,
): Promise<readonly AddedPage[]> {
  const slots = pLimit(run.limits.concurrency);
  // Sequential: two URLs may lead to the same page.
  const saving = pLimit(1);
  async function add(url: string): Promise<AddedPage> {
    throwIfStopped(run);
    const fetched = await documents.get(run, url);
    if (fetched.status === 'failed') return { url, ...refused(fetched) };
    const read = await extractInWorker(fetched.document, run.limits, run.signal);
    if (read.status === 'failed') return { url, ...refused(read) };
    const { mediaKind, title } = read.page;
    const saved = await saving(() => savePage(fetched.document, mediaKind, folder, replace));
    return { url, ...saved, title };
  }
  return Promise.all([...new Set(urls)].map((url) => slots(() => add(url))));
}

function refused({ decision, reason }: { readonly decision: Decision; readonly reason: string }) {
  return { status: 'failed' as const, reason: `${decision}: ${reason}` };
}

const EXTENSIONS = { html: '.html', pdf: '.pdf', markdown: '.md', text: '.txt' } as const;
/** Limit for the words in a file name. With hash and extensions it stays below the 255 bytes of file systems. */
const MAX_NAME_BYTES = 160;

/** Keeps an existing file, unless `replace` is true. @throws InputError if `folder` is not a folder; UnavailableError */
async function savePage(document: Document, kind: MediaKind, folder: string, replace: boolean): Promise<SavedPage> {
  const { fetchedAt, contentType, bytes } = document;
  // Neither the origin file nor the file name may contain a key from the URL.
  const url = redact(document.url);
  const finalUrl = redact(document.finalUrl);
  const file = await freeFile(folder, new URL(finalUrl), EXTENSIONS[kind]);
  const path = join(folder, file);
  const isSaved = existsSync(path);
  if (isSaved && !replace) return { status: 'exists', file };
  const origin: Origin = { url, finalUrl, fetchedAt, contentType };
  try {
    await makeFolder(dirname(path));
    // Write the origin first: a page without it would count as the user's own guide.
    await writeFile(originFile(path), `${JSON.stringify(origin, null, 2)}\n`);
    await writeFile(path, bytes);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOTDIR' || code === 'EEXIST')
      throw new InputError(`${folder} is a file, not a folder.`, {
        advice: 'Name a folder with --to.',
        cause: error,
      });
    throw new UnavailableError(`${path} cannot be written (${code ?? 'unknown error'}).`, { cause: error });
  }
  return { status: isSaved ? 'replaced' : 'saved', file };
}

/** The plain name, unless another page or a guide of the user has it. Relative to the folder. */
async function freeFile(folder: string, url: URL, extension: string): Promise<string> {
  const { plain, exact } = namesOf(url);
  const file = `${plain}${extension}`;
  const path = join(folder, file);
  const origin = await readOrigin(path);
  const isTaken = origin === null ? existsSync(path) : origin === 'unreadable' || origin.finalUrl !== url.href;
  return isTaken ? `${exact}${extension}` : file;
}

/** `<host>/<path as one name>`, with a hash if the name does not contain the whole URL. */
function namesOf({ hostname, port, pathname, search, href }: URL) {
  const host = `${hostname}${port === '' ? '' : `-${port}`}`.replace(/[^a-z0-9.-]/gu, '-').replace(/^\.+/u, '');
  const path = decoded(pathname).replace(/\.(?:html?|xhtml|pdf|md|markdown|txt)$/iu, '');
  const words = path.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const joined = words.join('-');
  // Cut at a byte limit, but not inside a character.
  const { read } = new TextEncoder().encodeInto(joined, new Uint8Array(MAX_NAME_BYTES));
  const name = joined.slice(0, read) || 'index';
  const isWhole = search === '' && (path === '/' || path.replaceAll('/', '-').replace(/^-|-$/gu, '') === name);
  const exact = `${host}/${name}-${sha256Hex(href).slice(0, 8)}`;
  return { plain: isWhole ? `${host}/${name}` : exact, exact };
}
