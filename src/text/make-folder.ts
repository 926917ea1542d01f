/** Creates a folder and its parents. */
import { mkdir, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { errorCode } from '../domain/errors.ts';

/**
 * Node's `recursive` option never ends on file systems without `mkdir` that report ENOENT (`/proc`): it creates the existing
 * parent and tries again, on a thread that no signal stops.
 * @throws the error of the file system; `EEXIST` if the path is not a folder
 */
export async function makeFolder(path: string, mode = 0o777): Promise<void> {
  if (await isFolder(path)) return;
  const parent = dirname(resolve(path));
  if (parent !== resolve(path)) await makeFolder(parent, mode);
  try {
    await mkdir(path, mode);
  } catch (error) {
    // Another process may have created it.
    if (errorCode(error) !== 'EEXIST' || !(await isFolder(path))) throw error;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
