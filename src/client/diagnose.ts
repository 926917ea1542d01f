/** Checks what a run needs from outside: the SQLite driver, the store, the library, searches. Changes nothing here. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { packageInfo } from '../config/package-root.ts';
import type { Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { check, type Check, type DiagnosisContext } from './check.ts';
import { checkSearches } from './check-searches.ts';
import { systemClock } from './clock.ts';

/** @throws CancelledError */
export async function diagnose(
  settings: Settings,
  secrets: Secrets,
  context: DiagnosisContext,
): Promise<readonly Check[]> {
  const driver = await checkDriver();
  return [
    driver,
    await checkStore(settings.store, context.defaultStorePath, driver.ok),
    ...(await checkLibrary(settings.library)),
    ...(await checkSearches(settings, secrets, context)),
  ];
}

async function checkDriver(): Promise<Check> {
  const name = 'SQLite driver';
  const { loadSqliteDriver } = await import('../store/sqlite/driver.ts');
  try {
    await loadSqliteDriver();
    return { name, ok: true, detail: 'libsql loads', advice: null };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: error instanceof Error ? error.message : String(error),
      advice: [
        'Discoveries run without it, but nothing is kept when the process ends. Its binary is an optional package:',
        'install again without --omit=optional, or run “npm install libsql” where groundrule is installed.',
        `There are binaries for Linux, macOS (x64, arm64) and Windows (x64); this is ${process.platform} ${process.arch}.`,
      ].join('\n'),
    };
  }
}

async function checkStore(asked: string | null, defaultPath: string, hasDriver: boolean): Promise<Check> {
  const name = 'Store';
  if (asked === 'memory') return { name, ok: true, detail: 'memory: nothing is kept', advice: null };
  const path = resolve(asked ?? defaultPath);
  if (!hasDriver)
    return { name, ok: false, detail: `${path} cannot be opened without the driver`, advice: null };
  return check(name, 'Name another store with --store.', async () => {
    if (!(await exists(path))) {
      await access(await nearestFolder(dirname(path)), constants.W_OK);
      return `${path} is not there yet; the first discovery makes it`;
    }
    const { openSqliteStore } = await import('../store/sqlite/open.ts');
    const store = await openSqliteStore(path, systemClock);
    await store.close();
    return `${path} opens`;
  });
}

async function checkLibrary(library: readonly string[]): Promise<readonly Check[]> {
  const { findGuides } = await import('../search/library/find-guides.ts');
  const bundled = { name: 'Bundled guides', path: packageInfo().bundledLibrary, via: 'bundled' as const };
  const folders =
    library.length === 0
      ? [bundled]
      : library.map((path) => ({ name: 'Library', path, via: 'library' as const }));
  return Promise.all(
    folders.map(({ name, ...folder }) =>
      check(name, null, async () => {
        const { files, problems } = await findGuides([folder], new AbortController().signal);
        const skipped = problems.length === 0 ? '' : `, ${problems.length} entries left out`;
        return `${files.length} guides in ${folder.path}${skipped}`;
      }),
    ),
  );
}

async function nearestFolder(path: string): Promise<string> {
  return (await exists(path)) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}
