/**
 * Bundles the command line: loading some five hundred small modules would take a third of a command's time. Packages
 * stay outside, but for the two that are made of the most files; the library is not bundled.
 */
import { chmod, copyFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const FOLDER = 'dist/bin';
const BUNDLED = { kysely: 'dist/esm/index.js', zod: 'index.js' };

// Parts are named by their contents: old ones would stay, and be packed.
await rm(FOLDER, { recursive: true, force: true });
await build({
  // The extraction's workers are started from a file of their own, which has to lie beside the bundle.
  entryPoints: ['src/cli/main.ts', 'src/page/extract-worker.ts'],
  entryNames: '[name]',
  outdir: FOLDER,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  alias: Object.fromEntries(
    Object.entries(BUNDLED).map(([name, entry]) => [name, `./node_modules/${name}/${entry}`]),
  ),
  logLevel: 'warning',
});
for (const name of Object.keys(BUNDLED))
  await copyFile(`node_modules/${name}/LICENSE`, `${FOLDER}/LICENSE.${name}`);
await chmod(`${FOLDER}/main.js`, 0o755);
