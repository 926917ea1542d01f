/** Where `cache export` writes: a file, or a folder with the file and its data card. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CACHE_FILE_NAME } from '../../precompute/cache-file/lines-of-cache.ts';
import { makeFolder } from '../../text/make-folder.ts';
import type { Session } from '../session.ts';
import { notWritable } from '../../data/output-file.ts';
import type { Output } from './open-output.ts';

export async function cacheOutputs(
  session: Session<unknown>,
  out: string | undefined,
): Promise<{ readonly file: Output; readonly card: Output | null }> {
  const isFolder = out?.endsWith('/') === true || (out !== undefined && (await isThere(out)));
  if (out === undefined || !isFolder) return { file: await session.output(out), card: null };
  await makeFolder(out).catch((error: unknown) => {
    throw notWritable(out, error);
  });
  return { file: await session.output(join(out, CACHE_FILE_NAME)), card: await session.output(join(out, 'README.md')) };
}

async function isThere(folder: string): Promise<boolean> {
  return (await stat(folder).catch(() => null))?.isDirectory() === true;
}
