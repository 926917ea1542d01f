/** Whether folders of guides have changed, without reading them. */
import { lstat } from 'node:fs/promises';
import { canonicalJson, sha256Hex } from '../../text/hash.ts';
import { findGuides } from './find-guides.ts';
import { type LibraryFolder, originFile } from './guide-file.ts';

/** Differs where a guide, its origin file or what cannot be used does. @throws InputError as `findGuides` does */
export async function stateOfFolders(folders: readonly LibraryFolder[], signal: AbortSignal): Promise<string> {
  const { files, problems } = await findGuides(folders, signal);
  const paths = files.flatMap(({ realPath }) => [realPath, originFile(realPath)]);
  return sha256Hex(
    canonicalJson({ urls: files.map(({ url }) => url), problems, files: await Promise.all(paths.map(stateOf)) }),
  );
}

async function stateOf(path: string): Promise<string | null> {
  try {
    const { ino, size, ctimeNs } = await lstat(path, { bigint: true });
    return `${ino} ${size} ${ctimeNs}`;
  } catch {
    return null;
  }
}
