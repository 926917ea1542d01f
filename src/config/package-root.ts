/** Where this package lies: the same whether it runs from source, from dist or from node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface PackageInfo {
  readonly root: string;
  readonly version: string;
  readonly bundledLibrary: string;
}

export function packageInfo(folder = import.meta.dirname): PackageInfo {
  const manifestPath = join(folder, 'package.json');
  if (existsSync(manifestPath)) {
    const manifest = JSON.parse(readFileSync(manifestPath, 'utf8')) as Partial<Record<string, unknown>>;
    if (manifest['name'] === 'groundrule')
      return {
        root: folder,
        version: String(manifest['version']),
        bundledLibrary: join(folder, 'fixtures', 'library'),
      };
  }
  if (dirname(folder) === folder) throw new Error('The package.json of groundrule was not found above its own code.');
  return packageInfo(dirname(folder));
}
