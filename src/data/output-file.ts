/** Files for results: where they may be, and how they are written. */
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { access, chmod, constants, readlink, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errorCode, GroundruleError, InputError, messageOf, UnavailableError } from '../domain/errors.ts';

export interface Place {
  readonly path: string;
  /** Rights of the file that is there; null: there is none. */
  readonly mode: number | null;
}

/** Follows a link to the file itself, which keeps its rights. */
export async function placeOf(asked: string, flag = '--out'): Promise<Place> {
  const path = await realPathOf(asked);
  const stats = await stat(path).catch(() => null);
  if (stats?.isDirectory() === true)
    throw new InputError(`${flag} ${asked} is a folder.`, { advice: 'Name a file in it.' });
  if (stats?.isFile() === false)
    throw new InputError(`${flag} ${asked} is not a regular file.`, {
      advice: `Leave out ${flag} and redirect stdout.`,
    });
  return { path, mode: stats === null ? null : stats.mode & 0o777 };
}

/** Through links; of a file that is not there, the path it would have. */
export async function realPathOf(asked: string): Promise<string> {
  try {
    return await realpath(asked);
  } catch (error) {
    const path = resolve(asked);
    // Links in a circle have another code; a pipe is there, and its link names no path.
    if (errorCode(error) !== 'ENOENT' || existsSync(path)) return path;
    const folder = await realPathOf(dirname(path));
    const target = await readlink(path).catch(() => null);
    const led = target === null ? null : resolve(folder, target);
    // A link that leads back to itself through a folder that is not there leads nowhere.
    return led === null || led === path ? join(folder, basename(path)) : realPathOf(led);
  }
}

/** Whether both names are of one file, through links too. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map(realPathOf));
  return first === second;
}

export function notWritable(asked: string, error: unknown, flag = '--out'): InputError {
  return new InputError(`${flag} ${asked} cannot be written: ${reasonOf(asked, error)}.`, {
    advice: 'Name a file in a folder that is there and that you may write to.',
    cause: error,
  });
}

export function notWritten(asked: string, error: unknown): GroundruleError {
  if (error instanceof GroundruleError) return error;
  return new UnavailableError(`${asked} could not be written: ${reasonOf(asked, error)}.`, { cause: error });
}

function reasonOf(asked: string, error: unknown): string {
  const code = errorCode(error);
  if (code === 'ENOENT' && existsSync(dirname(resolve(asked)))) return 'its folder takes no new files';
  if (code === 'ENOENT' || code === 'ENOTDIR') return 'its folder is not there';
  if (code === 'EACCES' || code === 'EPERM') return 'you have no right to write there';
  if (code === 'EROFS') return 'the disk is read-only';
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full';
  return messageOf(error);
}

export async function writablePlaceOf(asked: string, flag?: string): Promise<Place> {
  const place = await placeOf(asked, flag);
  // With a dot, or a file would pass for a folder.
  await access(`${dirname(place.path)}/.`, constants.W_OK).catch((error: unknown) => {
    throw notWritable(asked, error, flag);
  });
  return place;
}

/** The text is written to a draft in the same folder, and renamed: the file appears whole or not at all. */
export async function writeWhole(
  asked: string,
  text: string | AsyncIterable<string>,
  { path, mode }: Place,
): Promise<void> {
  const draft = join(dirname(path), `.groundrule-${randomUUID()}`);
  try {
    await writeFile(draft, text, { flag: 'wx', mode: mode ?? 0o666, flush: true });
    if (mode !== null) await chmod(draft, mode);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw notWritten(asked, error);
  }
}
