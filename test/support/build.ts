/** Builds `dist` once before the end-to-end tests, where a source is newer than it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export default async function build(): Promise<void> {
  // The output of a failure is in the error.
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, '../../scripts/prepare.mjs')]);
}
