/** Makes one file of a program in TypeScript, for tests that start it often: through tsx a start takes four times as long. */
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Inside the project, so that packages are found; a folder for each process, so that none reads what another writes. */
const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/tests/${process.pid}/`, import.meta.url));
const bundles = new Map<string, Promise<string>>();

/** @returns the path of a file to start with Node */
export function bundled(program: string): Promise<string> {
  const known = bundles.get(program) ?? bundle(program);
  bundles.set(program, known);
  return known;
}

async function bundle(program: string): Promise<string> {
  const outfile = join(FOLDER, `${basename(program, '.ts')}.mjs`);
  await build({
    entryPoints: [program],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20',
  });
  return outfile;
}
