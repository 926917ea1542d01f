/** Builds `dist` once before the end-to-end tests, where a source is newer than it. */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..', '..');
const SOURCES = ['src', 'agents', 'tsconfig.json', 'tsconfig.build.json', 'scripts'];

export default async function build(): Promise<void> {
  const built = await modifiedMs(join(root, 'dist/bin/main.js'));
  const newest = Math.max(...(await Promise.all(SOURCES.map((path) => newestMs(join(root, path))))));
  if (newest < built) return;
  // Not through npm's shell: the same on every platform, and its output is in the error.
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await promisify(execFile)(npm, ['run', 'build', '--silent'], { cwd: root });
}

async function newestMs(path: string): Promise<number> {
  const own = await modifiedMs(path);
  const names = await readdir(path).catch(() => []);
  return Math.max(own, ...(await Promise.all(names.map((name) => newestMs(join(path, name))))));
}

/** Long ago where there is nothing. */
async function modifiedMs(path: string): Promise<number> {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0;
}
