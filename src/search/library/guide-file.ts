/** What a library knows of its files: their names in the record, and where they lie. */
import { readFile } from 'node:fs/promises';
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

export function originFile(guidePath: string): string {
  return `${guidePath}.origin.json`;
}

/** Null for a guide that was not saved from the web. */
export async function readOrigin(guidePath: string): Promise<Origin | 'unreadable' | null> {
  try {
    return Origin.safeParse(JSON.parse(await readFile(originFile(guidePath), 'utf8'))).data ?? 'unreadable';
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? null : 'unreadable';
  }
}
