/** What the user trusts: a file at its place with this very content, until anybody changes it. */
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf, UnavailableError } from '../domain/errors.ts';
import { sha256Hex } from '../text/hash.ts';
import { makeFolder } from '../text/make-folder.ts';
import { userConfigFolder, type Environment } from './environment.ts';

/** @param text the content of the file at `path` that was read and shown. */
export async function trustContent(path: string, text: string, env: Environment): Promise<void> {
  const mark = trustMark(path, env);
  try {
    await makeFolder(dirname(mark), 0o700);
    await writeFile(mark, sha256Hex(text));
  } catch (cause) {
    throw new UnavailableError(`Trust cannot be kept: ${messageOf(cause)}`, { cause });
  }
}

export async function isTrustedContent(path: string, text: string, env: Environment): Promise<boolean> {
  // What cannot be read vouches for nothing.
  const marked = await readFile(trustMark(path, env), 'utf8').catch(() => null);
  return marked === sha256Hex(text);
}

/** For each path a file of its own, which holds the hash of the content that was trusted. */
function trustMark(path: string, env: Environment): string {
  return join(userConfigFolder(env), 'trusted', sha256Hex(resolve(path)));
}
