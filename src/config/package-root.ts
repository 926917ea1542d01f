/** Where this package lies: the same whether it runs from source, from dist or from node_modules. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

const Manifest = z.object({ name: z.literal('groundrule'), version: z.string() });

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
    if (existsSync(manifestPath)) {
      const manifest = Manifest.safeParse(JSON.parse(readFileSync(manifestPath, 'utf8')));
      if (manifest.success)
        return {
          root: folder,
          version: manifest.data.version,
          bundledLibrary: join(folder, 'fixtures', 'library'),
        };
    }
    const parent = dirname(folder);
    if (parent === folder)
      throw new Error('The package.json of groundrule was not found above its own code.');
    folder = parent;
  }
}
