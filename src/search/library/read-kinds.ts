/** Reads the kinds of text that a library files its guides under. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../domain/errors.ts';
import { type GuideKind, GuideKindFile, type Kinds, OtherKind } from '../../domain/guide-kind.ts';

/**
 * The kinds, sorted by folder. A folder without `kind.yaml` is not a kind: its guides are about writing in general. Kinds
 * without a guide are in `other-kinds.yaml`.
 */
export async function readKinds(library: string): Promise<Kinds> {
  const { parse } = await import('yaml');
  const others = z.array(OtherKind).parse(parse(await readFile(join(library, 'other-kinds.yaml'), 'utf8')));
  const folders = (await readdir(library, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const kinds = await Promise.all(
    folders.map(async ({ name: folder }): Promise<GuideKind[]> => {
      const file = join(library, folder, 'kind.yaml');
      try {
        return [{ ...GuideKindFile.parse(parse(await readFile(file, 'utf8'))), folder }];
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw new Error(`${file} is invalid.`, { cause: error });
      }
    }),
  );
  return { guided: kinds.flat().sort((a, b) => (a.folder < b.folder ? -1 : 1)), others };
}
