/** Where this package lies: the same whether it runs from source, from dist or from node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface PackageInfo {
  readonly root: string;
  readonly version: string;
  /** The folder of the bundled guides. */
  readonly bundledLibrary: string;
}

export function packageInfo(): PackageInfo {
  let folder = dirname(fileURLToPath(import.meta.url));
  for (;;) {
    const manifestPath = join(folder, 'package.json');
    const version = existsSync(manifestPath) ? versionIn(readFileSync(manifestPath, 'utf8')) : null;
    if (version !== null)
      return { root: folder, version, bundledLibrary: join(folder, 'fixtures', 'library') };
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('The package.json of groundrule was not found above its own code.');
    folder = parent;
  }
}

/** Null where the manifest is another package's. Checked by hand: every start of the command line passes here. */
function versionIn(manifest: string): string | null {
  const value: unknown = JSON.parse(manifest);
  if (typeof value !== 'object' || value === null) return null;
  if (!('name' in value) || value.name !== 'groundrule' || !('version' in value)) return null;
  return typeof value.version === 'string' ? value.version : null;
}
