/** Finds guides in folders, which may contain links, loops and unreadable files. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, InputError } from '../../domain/errors.ts';
import { throwIfAborted } from '../../web/abort.ts';
import { GUIDE_EXTENSIONS, guideType, libraryUrl, ORIGIN_ENDING } from './guide-file.ts';
import type { GuideFile, LibraryFolder, LibraryProblem } from './guide-file.ts';

/** More than any library needs: probably the wrong folder. */
export const MAX_GUIDES = 20_000;
const MAX_ENTRIES = 200_000;

/**
 * Walks the folders in order. Ignores hidden entries and `node_modules`. Records a problem for duplicates and symbolic links.
 * @throws InputError if a folder is missing, not a folder, unreadable, without guides, or too large
 */
export async function findGuides(folders: readonly LibraryFolder[], signal: AbortSignal) {
  const walk = new Walk(signal);
  for (const [index, folder] of folders.entries()) await walk.addFolder(folder, index + 1);
  return walk;
}

type Refusal = LibraryProblem['decision'];

interface Place {
  readonly folder: LibraryFolder;
  readonly folderNumber: number;
}

interface Entry {
  readonly realPath: string;
  /** Path relative to the folder, as in the record. */
  readonly segments: readonly string[];
}

class Walk {
  /** In the order of folders and paths. */
  readonly files: GuideFile[] = [];
  readonly problems: LibraryProblem[] = [];
  readonly #signal: AbortSignal;
  /** URLs by real path, for files and folders. */
  readonly #seen = new Map<string, string>();
  readonly #urls = new Set<string>();
  #entries = 0;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  async addFolder(folder: LibraryFolder, folderNumber: number): Promise<void> {
    const guidesBefore = this.files.length;
    const problemsBefore = this.problems.length;
    await this.#takeFolder({ realPath: await rootOf(folder), segments: [] }, { folder, folderNumber });
    if (this.files.length > guidesBefore) return;
    const skipped = this.problems.slice(problemsBefore);
    // The folder was given twice, or is inside another one: not an error.
    if (skipped.some(({ decision }) => decision === 'duplicate')) return;
    const example = skipped.slice(0, 1).map(({ url, reason }) => ` (${url}: ${reason})`);
    throw new InputError(`The library folder ${folder.path} has no readable guide${example.join('')}.`, {
      advice: `Put files of these kinds in it, or name another folder: ${GUIDE_EXTENSIONS}.`,
    });
  }

  async #takeFolder(folder: Entry, place: Place): Promise<void> {
    if (this.#skipDuplicate(folder, place)) return;
    const { realPath, segments } = folder;
    let entries: Dirent[];
    try {
      entries = await readdir(realPath, { withFileTypes: true });
    } catch (error) {
      if (segments.length === 0) throw unusable(place.folder, error);
      this.#skip(segments, place, 'unreadable', `the folder cannot be read (${errorCode(error) ?? 'unknown error'})`);
      return;
    }
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      this.#count(place.folder);
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
      const found = { realPath: join(realPath, entry.name), segments: [...segments, entry.name] };
      if (entry.isSymbolicLink()) this.#skip(found.segments, place, 'unreachable', 'symbolic links are not followed');
      else if (entry.isDirectory()) await this.#takeFolder(found, place);
      else if (guideType(entry.name) === null) this.#skipOther(found, place);
      else if (entry.isFile()) this.#takeFile(found, place);
      else this.#skip(found.segments, place, 'not-text', 'it is not a regular file');
    }
  }

  #takeFile(entry: Entry, place: Place): void {
    if (this.#skipDuplicate(entry, place)) return;
    const plain = libraryUrl(entry.segments);
    const url = this.#urls.has(plain) ? libraryUrl(entry.segments, place.folderNumber) : plain;
    this.#urls.add(url);
    this.#seen.set(entry.realPath, url);
    this.files.push({ url, folder: place.folder, realPath: entry.realPath });
    if (this.files.length > MAX_GUIDES) throw tooLarge(place.folder, `${MAX_GUIDES} guides`);
  }

  /** Records a duplicate as a problem. @returns true for a duplicate */
  #skipDuplicate({ realPath, segments }: Entry, place: Place): boolean {
    const known = this.#seen.get(realPath);
    this.#seen.set(realPath, known ?? libraryUrl(segments));
    if (known === undefined) return false;
    this.#skip(segments, place, 'duplicate', `it is the same as ${known}`);
    return true;
  }

  /** Records a file of another type, but not origin files and files of the bundled folder. */
  #skipOther({ segments }: Entry, place: Place): void {
    if (place.folder.via === 'bundled' || segments.at(-1)?.endsWith(ORIGIN_ENDING) === true) return;
    this.#skip(segments, place, 'not-text', `only files of these types are read: ${GUIDE_EXTENSIONS}`);
  }

  #skip(segments: readonly string[], { folderNumber }: Place, decision: Refusal, reason: string): void {
    const url = libraryUrl(segments);
    const taken = segments.length === 0 || this.#urls.has(url);
    this.problems.push({ url: taken ? libraryUrl(segments, folderNumber) : url, decision, reason });
  }

  #count(folder: LibraryFolder): void {
    throwIfAborted(this.#signal);
    this.#entries += 1;
    if (this.#entries > MAX_ENTRIES) throw tooLarge(folder, `${MAX_ENTRIES} files and folders`);
  }
}

async function rootOf(folder: LibraryFolder): Promise<string> {
  try {
    const root = await realpath(folder.path);
    if ((await stat(root)).isDirectory()) return root;
  } catch (error) {
    throw unusable(folder, error);
  }
  throw new InputError(`The library folder ${folder.path} is not a folder.`, {
    advice: 'Name the folder that the guides lie in.',
  });
}

function unusable(folder: LibraryFolder, error: unknown): InputError {
  const code = errorCode(error) ?? 'unknown error';
  const missing = code === 'ENOENT' || code === 'ENOTDIR';
  return new InputError(
    `The library folder ${folder.path} ${missing ? 'does not exist' : `cannot be read (${code})`}.`,
    { advice: missing ? 'Check the path.' : 'Check its rights, or name another folder.', cause: error },
  );
}

function tooLarge(folder: LibraryFolder, bound: string): InputError {
  return new InputError(`The library folder ${folder.path} takes the library beyond ${bound}.`, {
    advice: 'Name the folder that holds the guides themselves.',
  });
}
