/** Files of a library: their URLs in the record and their paths. */
import { constants, open } from 'node:fs/promises';
import { z } from 'zod';
import { errorCode } from '../../domain/errors.ts';
import type { Decision } from '../../domain/source.ts';
import { decoded } from '../../text/secret-forms.ts';

export interface LibraryFolder {
  readonly path: string;
  readonly via: 'library' | 'bundled';
}

export interface GuideFile {
  readonly url: string;
  readonly folder: LibraryFolder;
  /** Without symbolic links. Only for opening the file: a local path never enters a URL, a reason or a record. */
  readonly realPath: string;
}

/** A file or folder that cannot be used as a guide, and why. */
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

/** Null if the file is not a guide. */
export function guideType(name: string): string | null {
  return GUIDE_TYPES.get(/\.[^.]+$/u.exec(name)?.[0].toLowerCase() ?? '') ?? null;
}

/** @param folderNumber from 1; only given if an earlier folder has a file with the same path */
export function libraryUrl(segments: readonly string[], folderNumber?: number): string {
  const path = segments.map(encodeURIComponent).join('/');
  return `${LIBRARY_SCHEME}${path}${folderNumber === undefined ? '' : `?folder=${folderNumber}`}`;
}

/** The decoded path of a library URL, without the file extension. */
export function pathOf(url: string): string {
  const [path = ''] = url.slice(LIBRARY_SCHEME.length).split('?');
  return decoded(path).replace(/\.[^./]*$/u, '');
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

/** Does not wait for pipes or follow links. @returns null if the file is larger @throws the system's error */
export async function readRegularFile(path: string, maxBytes: number): Promise<Uint8Array | null> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const status = await file.stat();
    if (!status.isFile()) throw Object.assign(new Error(), { code: 'not a regular file' });
    // Not a Buffer, which overrides some methods.
    return status.size > maxBytes ? null : new Uint8Array(await file.readFile());
  } finally {
    await file.close();
  }
}

const MAX_ORIGIN_BYTES = 64 * 1024;

/** Null if the guide was not saved from the web. */
export async function readOrigin(guidePath: string): Promise<Origin | 'unreadable' | null> {
  try {
    const bytes = await readRegularFile(originFile(guidePath), MAX_ORIGIN_BYTES);
    return Origin.safeParse(JSON.parse(new TextDecoder().decode(bytes ?? undefined))).data ?? 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}
