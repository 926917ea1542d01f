/** What a library knows of its files: their names in the record, and where they lie. */
import { constants, open } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from '../../domain/errors.ts';
import type { Decision } from '../../domain/source.ts';

export interface LibraryFolder {
  readonly path: string;
  readonly via: 'library' | 'bundled';
}

export interface GuideFile {
  readonly url: string;
  readonly folder: LibraryFolder;
  /** Without symbolic links. For opening the file only: a machine's path never enters a URL, a reason or a record. */
  readonly realPath: string;
}

/** Something in a folder that is no guide one can find, and why. */
export interface LibraryProblem {
  readonly url: string;
  readonly decision: Exclude<Decision, 'kept'>;
  readonly reason: string;
}

export const LIBRARY_SCHEME = 'library:';
const GUIDE_TYPES: ReadonlyMap<string, string> = new Map([
  ['.html', 'text/html'],
  ['.htm', 'text/html'],
  ['.xhtml', 'application/xhtml+xml'],
  ['.pdf', 'application/pdf'],
  ['.md', 'text/markdown'],
  ['.markdown', 'text/markdown'],
  ['.txt', 'text/plain'],
]);
export const GUIDE_EXTENSIONS = [...GUIDE_TYPES.keys()].join(', ');

/** Null where a file of this name is no guide. */
export function guideType(name: string): string | null {
  return GUIDE_TYPES.get(/\.[^.]+$/u.exec(name)?.[0].toLowerCase() ?? '') ?? null;
}

/** @param folderNumber from 1; named only where an earlier folder has a file of the same path */
export function libraryUrl(segments: readonly string[], folderNumber?: number): string {
  const path = segments.map(encodeURIComponent).join('/');
  return `${LIBRARY_SCHEME}${path}${folderNumber === undefined ? '' : `?folder=${folderNumber}`}`;
}

/** The path in a URL that `libraryUrl` made, decoded and without the file's extension. */
export function pathOf(url: string): string {
  const [path = ''] = url.slice(LIBRARY_SCHEME.length).split('?');
  return decodeURIComponent(path).replace(/\.[^./]*$/u, '');
}

const WebAddress = z.url({ protocol: /^https?$/ });
export const Origin = z.strictObject({
  url: WebAddress,
  finalUrl: WebAddress,
  fetchedAt: z.iso.datetime(),
  contentType: z.string().nullable(),
});
export type Origin = z.infer<typeof Origin>;

export const ORIGIN_ENDING = '.origin.json';

export function originFile(guidePath: string): string {
  return `${guidePath}${ORIGIN_ENDING}`;
}

/** Never waits for a pipe, nor follows a link. @returns null: it is larger @throws what the system says */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw Object.assign(new Error(), { code: 'not a regular file' });
    // A plain array: Node's Buffer overrides some of its methods.
    return status.size > maxBytes ? null : new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

const MAX_ORIGIN_BYTES = 64 * 1024;

/** Null for a guide that was not saved from the web. */
export async function readOrigin(guidePath: string): Promise<Origin | 'unreadable' | null> {
  try {
    const bytes = await readRegularFile(originFile(guidePath), MAX_ORIGIN_BYTES);
    return Origin.safeParse(JSON.parse(new TextDecoder().decode(bytes ?? undefined))).data ?? 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}
