/** The kinds of text that a library files its guides under: one `kind.yaml` in each folder of guides. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { GuideKindFile, OtherKind, type GuideKind, type Kinds } from '../../domain/guide-kind.ts';
import { errorCode } from './guide-file.ts';

/**
 * By folder, in order. A folder without the file is no kind: its guides are about writing in general. Kinds without a
 * guide stand in `other-kinds.yaml`.
 */
export async function readKinds(library: string): Promise<Kinds> {
  const others = z.array(OtherKind).parse(parse(await readFile(join(library, 'other-kinds.yaml'), 'utf8')));
  const folders = (await readdir(library, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const kinds = await Promise.all(
    folders.map(async ({ name: folder }): Promise<GuideKind[]> => {
      const file = join(library, folder, 'kind.yaml');
      try {
        return [{ ...GuideKindFile.parse(parse(await readFile(file, 'utf8'))), folder }];
      } catch (error) {
        if (errorCode(error) === 'ENOENT') return [];
        throw new Error(`${file} does not say what kind of text its guides are about.`, { cause: error });
      }
    }),
  );
  return { guided: kinds.flat().sort((a, b) => (a.folder < b.folder ? -1 : 1)), others };
}
