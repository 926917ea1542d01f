/**
 * Builds `dist` where a source is newer than it. npm runs this after an installation, and a second time when npx is
 * first asked for the command of a fresh clone; the end-to-end tests run it before they begin.
 */
import { execFileSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

const ROOT = join(import.meta.dirname, '..');
const SOURCES = [
  'src',
  'agents',
  'tsconfig.json',
  'tsconfig.build.json',
  'scripts',
  'clients',
  'package.json',
  'fixtures/library',
  'fixtures/requests',
];

const newestMs = Math.max(...(await Promise.all(SOURCES.map((path) => newestIn(join(ROOT, path))))));
if (newestMs >= (await modifiedMs(join(ROOT, 'dist/bin/main.js')))) {
  // Windows starts npm through its shell alone.
  execFileSync('npm', ['run', 'build', '--silent'], {
    cwd: ROOT,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  });
}

async function newestIn(path) {
  const names = await readdir(path).catch(() => []);
  return Math.max(await modifiedMs(path), ...(await Promise.all(names.map((name) => newestIn(join(path, name))))));
}

/** Long ago where there is nothing. */
async function modifiedMs(path) {
  return (await stat(path).catch(() => null))?.mtimeMs ?? 0;
}
