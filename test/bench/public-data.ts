/** Where the public data lie that replays are tested on; they are read in place and are no part of the project. */
import { existsSync } from 'node:fs';
import path from 'node:path';

const FOLDER = path.resolve(import.meta.dirname, '../../../shared/data');

export const PUBLIC_DATA = ['infobench', 'llmbar', 'ttcw', 'writingbench'] as const;
export type PublicData = (typeof PUBLIC_DATA)[number];

export function publicData(name: PublicData): { readonly folder: string; readonly isAbsent: boolean } {
  const folder = path.join(FOLDER, name);
  return { folder, isAbsent: !existsSync(folder) };
}
