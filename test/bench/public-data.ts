/** Where the public data lie that replays are tested on; they are read in place and are no part of the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data');

/** The folder, and what a skipped test is to say; null: it is there. */
export function publicData(name: string): { readonly folder: string; readonly absent: string | null } {
  const folder = path.join(FOLDER, name);
  return {
    folder,
    absent: existsSync(folder) ? null : `NOT RUN: the public data ${name} are not in ${FOLDER}`,
  };
}
