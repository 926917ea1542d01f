/** Makes a folder and those above it. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../domain/errors.ts';

/**
 * Node's own `recursive` never ends where a file system has no folders to make and says that the place does not exist
 * (`/proc`): it makes the parent, which is there, and tries again, on a thread that no signal stops.
 * @throws what the file system reports, `EEXIST` where something else is in the place of a folder
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(resolve(path));
  if (parent !== resolve(path)) await makeFolder(parent, mode);
  try {
    await mkdir(path, mode);
  } catch (error) {
    // Another process may have made it in between.
    if (errorCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
