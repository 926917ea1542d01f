/** Makes one file of a program in TypeScript, for tests that start it often: through tsx a start takes four times as long. */
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

/**
 * Inside the project, so that packages are found; a folder for each process, so that none reads what another writes.
 * As in `dist/bin`, where a program looks for the process that reads documents.
 */
const FOLDER = fileURLToPath(new URL(`../../node_modules/.cache/tests/${process.pid}/dist/bin/`, import.meta.url));
const bundles = new Map<string, Promise<string>>();

/** @returns the path of a file to start with Node */
export function bundled(program: string): Promise<string> {
  const known = bundles.get(program) ?? bundle(program);
  bundles.set(program, known);
  return known;
}

async function bundle(program: string): Promise<string> {
  const outfile = join(FOLDER, `${basename(program, '.ts')}.js`);
  await mkdir(FOLDER, { recursive: true });
  await writeFile(join(FOLDER, 'package.json'), '{ "type": "module" }');
  await build({
    input: program,
    platform: 'node',
    external: /^[^./]/u,
    output: { file: outfile, codeSplitting: false },
    logLevel: 'warn',
    checks: { ineffectiveDynamicImport: false },
  });
  return outfile;
}
