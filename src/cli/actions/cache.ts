/** `groundrule cache`: exports, imports and checks sets with their pages. */
import { systemClock } from '../../client/clock.ts';
import { packageInfo } from '../../config/package-root.ts';
import type { StorePort } from '../../domain/ports.ts';
import { exportCache, type CacheExport } from '../../precompute/cache-file/export-cache.ts';
import { importCache } from '../../precompute/cache-file/import-cache.ts';
import { verifyCache } from '../../precompute/cache-file/verify-cache.ts';
import { printableJson } from '../../text/printable.ts';
import type { CacheExportFlags, CacheVerifyFlags } from '../commands/cache.ts';
import { formatOf, type StoreFlags } from '../commands/flags.ts';
import { EXIT, VERDICT_CODES, type ExitCode } from '../exit-codes.ts';
import { cacheLines } from '../input/cache-lines.ts';
import { findSet } from '../input/find-set.ts';
import { openOutput } from '../output/open-output.ts';
import { createProgress } from '../output/progress.ts';
import { renderCacheVerification } from '../../report/verification.ts';
import { plural } from '../../report/words.ts';
import type { Shell } from '../shell.ts';
import { withApp } from '../with-app.ts';

export async function exportSets(
  references: readonly string[],
  flags: CacheExportFlags,
  shell: Shell,
): Promise<ExitCode> {
  const output = await openOutput(shell, flags.out ?? null);
  try {
    const progress = createProgress(shell, 'normal', systemClock);
    const request = { flags: { store: flags.store }, configFile: flags.config, progress };
    return await withApp(shell, request, async ({ store }) => {
      const ids = await setIds(store, references);
      const exported = await exportCache(store, ids, packageInfo().version);
      await output.write(linesOf(exported));
      const { header, missingPages } = exported;
      progress.note(`${plural(header.sets, 'set')} and ${plural(header.pages, 'page')} exported`);
      if (missingPages > 0)
        progress.warn(
          `${plural(missingPages, 'page')} that the sets name could not be: they are not in the store`,
        );
      return EXIT.done;
    });
  } finally {
    await output.close();
  }
}

async function setIds(store: StorePort, references: readonly string[]): Promise<readonly string[]> {
  if (references.length === 0) return store.findSetIds('');
  return Promise.all(references.map(async (reference) => (await findSet(store, reference)).id));
}

async function* linesOf({ header, entries }: CacheExport): AsyncGenerator<string> {
  yield `${printableJson(header)}\n`;
  for await (const entry of entries()) yield `${printableJson(entry)}\n`;
}

export async function importSets(file: string, flags: StoreFlags, shell: Shell): Promise<ExitCode> {
  const progress = createProgress(shell, 'normal', systemClock);
  const request = { flags: { store: flags.store }, configFile: flags.config, progress };
  return withApp(shell, request, async ({ store }) => {
    const { pages, sets } = await importCache(store, cacheLines(file));
    progress.note(
      `${plural(sets, 'new set')} and ${plural(pages, 'new page')} imported into ${store.location}`,
    );
    return EXIT.done;
  });
}

export async function verifyFile(file: string, flags: CacheVerifyFlags, shell: Shell): Promise<ExitCode> {
  const verification = await verifyCache(cacheLines(file));
  const output = await openOutput(shell, null);
  await output.write(await renderCacheVerification(verification, formatOf(flags.format), output));
  return VERDICT_CODES[verification.status];
}
