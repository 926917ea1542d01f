/** Checks what a run needs from outside: the SQLite driver, the store, the library, searches. Changes nothing here. */
import { access, constants, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { packageInfo } from '../config/package-root.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Settings } from '../config/settings.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import type { Fetch } from '../web/trusted-fetch.ts';
import { check, type Check } from './check.ts';
import { checkSearches } from './check-searches.ts';
import { systemClock } from './clock.ts';

export interface Outside {
  /** Where the store lies if the settings name none. */
  readonly defaultStorePath: string;
  /** Null: none is named. */
  readonly proxy: ProxySettings | null;
  readonly signal: AbortSignal;
  /** In place of the real one. */
  readonly fetch?: Fetch;
}

/** @throws CancelledError */
export async function diagnose(
  settings: Settings,
  secrets: Secrets,
  outside: Outside,
): Promise<readonly Check[]> {
  const driver = await checkDriver();
  return [
    driver,
    await checkStore(settings.store, outside.defaultStorePath, driver.ok),
    ...(await checkLibrary(settings.library)),
    ...(await checkSearches(settings, secrets, outside)),
  ];
}

async function checkDriver(): Promise<Check> {
  const name = 'SQLite driver';
  const { sqliteAvailable } = await import('../store/sqlite/driver.ts');
  const driver = await sqliteAvailable();
  if (driver.available) return { name, ok: true, detail: 'better-sqlite3 loads', advice: null };
  const prefix = dirname(dirname(process.execPath));
  const hasHeaders = await exists(join(prefix, 'include', 'node', 'node.h'));
  return {
    name,
    ok: false,
    detail: `better-sqlite3 does not load: ${driver.reason}`,
    advice: [
      'Discoveries run without it, but nothing is kept. To mend it, install python3, make and g++, then run',
      `  ${hasHeaders ? `npm_config_nodedir=${prefix} ` : ''}npm rebuild better-sqlite3`,
      'where groundrule is installed, or “npm install better-sqlite3” if it is not there at all.',
      ...(hasHeaders
        ? []
        : ['Without a network, set npm_config_nodedir to a folder with the headers of this Node.js.']),
    ].join('\n'),
  };
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
