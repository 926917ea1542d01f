/** Saves a page of the web to a folder library: its bytes as they were fetched, and its origin beside it. */
import { mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { InputError, UnavailableError } from '../../domain/errors.ts';
import type { Document, MediaKind } from '../../domain/page.ts';
import { sha256Hex } from '../../text/hash.ts';
import { errorCode } from './error-code.ts';
import { originFile, readOrigin, type Origin } from './origin.ts';

export interface SavedPage {
  readonly status: 'saved' | 'replaced' | 'exists';
  /** Below the folder, with forward slashes. */
  readonly file: string;
}

const EXTENSIONS: Readonly<Record<MediaKind, string>> = {
  html: '.html',
  pdf: '.pdf',
  markdown: '.md',
  text: '.txt',
};
/** Of the words in a name; with hash, extension and the origin's, it stays below the 255 bytes that file systems take. */
const MAX_NAME_BYTES = 160;

/**
 * Makes the folder where it is not there. A file that is there stays as it is, unless `replace` is true.
 * @throws InputError where `folder` is no folder; UnavailableError where it cannot be written
 */
export async function savePage(
  { url, finalUrl, fetchedAt, contentType, bytes }: Document,
  kind: MediaKind,
  folder: string,
  replace: boolean,
): Promise<SavedPage> {
  const file = await freeFile(folder, new URL(finalUrl), EXTENSIONS[kind]);
  const path = join(folder, ...file.split('/'));
  const isSaved = await isThere(path);
  if (isSaved && !replace) return { status: 'exists', file };
  const origin: Origin = { url, finalUrl, fetchedAt, contentType };
  try {
    await mkdir(dirname(path), { recursive: true });
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
    throw new UnavailableError(`${path} cannot be written (${code}).`, { cause: error });
  }
  return { status: isSaved ? 'replaced' : 'saved', file };
}

/** The plain name, unless another page or a guide of the user's own has it; below the folder. */
async function freeFile(folder: string, url: URL, extension: string): Promise<string> {
  const { plain, exact } = namesOf(url);
  const file = `${plain}${extension}`;
  const path = join(folder, ...file.split('/'));
  const origin = await readOrigin(path);
  const isOthers =
    origin === null ? await isThere(path) : origin === 'unreadable' || origin.finalUrl !== url.href;
  return isOthers ? `${exact}${extension}` : file;
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

/** `<host>/<path in one>`; with a hash where the path says more than a name can hold. */
function namesOf({ hostname, port, pathname, search, href }: URL) {
  const host = `${hostname}${port === '' ? '' : `-${port}`}`
    .replace(/[^a-z0-9.-]/gu, '-')
    .replace(/^\.+/u, '');
  const path = decoded(pathname).replace(/\.(?:html?|xhtml|pdf|md|markdown|txt)$/iu, '');
  const words = path.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const name = cutToBytes(words.join('-'), MAX_NAME_BYTES) || 'index';
  const isWhole =
    search === '' && (path === '/' || path.replaceAll('/', '-').replace(/^-|-$/gu, '') === name);
  const exact = `${host}/${name}-${sha256Hex(href).slice(0, 8)}`;
  return { plain: isWhole ? `${host}/${name}` : exact, exact };
}

/** Never inside a character. */
function cutToBytes(text: string, maxBytes: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(maxBytes));
  return text.slice(0, read);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
