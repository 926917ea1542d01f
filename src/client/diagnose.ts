/** Checks what a run needs from outside: the SQLite driver, the store, the library, searches. Changes nothing here. */
import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { ConfigFile } from '../config/config-files.ts';
import { MODEL_KEY_VARIABLES, type Secrets } from '../config/environment.ts';
import type { Settings } from '../config/settings.ts';
import { LIBRARY, OPENAI } from '../config/refuse-contradictions.ts';
import { CancelledError, errorCode, GroundruleError, messageOf } from '../domain/errors.ts';
import type { SearchPort } from '../domain/ports.ts';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import { withWarningsTo } from '../domain/run-context.ts';
import { createSearch } from '../search/create-search.ts';
import { ENGINES } from '../search/engines/registry.ts';
import { findGuides } from '../search/library/find-guides.ts';
import { isPostgresAddress, openStore } from '../store/open-store.ts';
import { loadSqliteDriver } from '../store/sqlite/driver.ts';
import type { Fetch } from '../web/trusted-fetch.ts';
import { systemClock } from './clock.ts';
import { workingAlone } from './runs.ts';
import { howToSet, searchAccess, searchConnection } from './sources.ts';
import { resolveModel } from '../llm/model-spec.ts';
import { createEngine, modelSpec } from './engine.ts';
import { createModelSearch } from './model-search.ts';
import { plural } from '../text/plural.ts';
import { libraryFolders } from './web-access.ts';

export interface DiagnosisContext {
  /** Where the store lies if the settings name none. */
  readonly defaultStorePath: string;
  readonly proxy: ProxySettings | null;
  readonly signal: AbortSignal;
  readonly fetch?: Fetch;
}

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  /** How to mend it; null where there is nothing to mend. */
  readonly advice: string | null;
}

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

/** Whether config files count in whole. */
export function checkTrust(files: readonly ConfigFile[]): readonly Check[] {
  return files
    .filter(({ isTrusted }) => !isTrusted)
    .map(({ path, sensitive }) => ({
      name: 'Config file',
      ok: false,
      detail: `${path} is not trusted as it is now, and does not count where it sets ${sensitive.join(', ')}`,
      advice: 'If you want what the file says, run “npx groundrule trust” in its folder; otherwise take that out.',
    }));
}

async function checkDriver(): Promise<Check> {
  const name = 'SQLite driver';
  try {
    await loadSqliteDriver();
    return { name, ok: true, detail: 'libsql loads', advice: null };
  } catch (error) {
    return {
      name,
      ok: false,
      detail: messageOf(error),
      advice: [
        'Nothing can be kept without it. Its binary is an optional package:',
        'install again without --omit=optional, or run “npm install libsql” where groundrule is installed.',
        `There are binaries for Linux, macOS (x64, arm64) and Windows (x64); this is ${process.platform} ${process.arch}.`,
      ].join('\n'),
    };
  }
}

async function checkStore(asked: string | null, defaultPath: string, hasDriver: boolean): Promise<Check> {
  const name = 'Store';
  if (asked === 'memory') return { name, ok: true, detail: 'memory: nothing is kept', advice: null };
  const isServer = asked !== null && isPostgresAddress(asked);
  const path = isServer ? asked : resolve(asked ?? defaultPath);
  if (!isServer && !hasDriver)
    return { name, ok: false, detail: `${path} cannot be opened without the driver`, advice: null };
  return check(name, 'Name another store with --store.', async () => {
    if (!isServer && !existsSync(path)) {
      await access(nearestFolder(dirname(path)), constants.W_OK);
      return `${path} is not there yet; the first discovery makes it`;
    }
    const store = await openStore(path, defaultPath, systemClock);
    await store.close();
    return `${isServer ? store.location : path} opens`;
  });
}

async function checkLibrary(library: readonly string[]): Promise<readonly Check[]> {
  return Promise.all(
    libraryFolders(library).map((folder) =>
      check(folder.via === 'bundled' ? 'Bundled guides' : 'Library', null, async () => {
        const { files, problems } = await findGuides([folder], new AbortController().signal);
        const skipped = problems.length === 0 ? '' : `, ${plural(problems.length, 'entry', 'entries')} left out`;
        return `${plural(files.length, 'guide')} in ${folder.path}${skipped}`;
      }),
    ),
  );
}

const QUERY = 'how to write a cover letter';
const TIMEOUT_MS = 10_000;

/** Asks one query for one result: those that `search` names, and services that have all they need. A model's search costs. */
async function checkSearches(
  settings: Settings,
  secrets: Secrets,
  { proxy, signal, fetch }: Pick<DiagnosisContext, 'proxy' | 'signal' | 'fetch'>,
): Promise<readonly Check[]> {
  const access = searchAccess(settings, secrets);
  const named = settings.search.filter((name) => name !== LIBRARY);
  const paid = settings.model === null ? '' : `Each search by ${settings.model} costs money`;
  const names = new Set([
    ...named,
    ...ENGINES.filter(({ needs }) => needs.every(({ name }) => access[name] != null)).map(({ name }) => name),
    ...(settings.model === null ? [] : [OPENAI]),
  ]);
  const open = async (name: string): Promise<SearchPort> => {
    if (name === OPENAI) return openModelSearch(settings, secrets, proxy);
    return createSearch([name], access, {
      ...(await searchConnection({ clock: systemClock }, { settings, proxy })),
      howToSet,
      ...(fetch === undefined ? {} : { fetch }),
      timeoutMs: TIMEOUT_MS,
      // Each attempt may cost.
      retryPolicy: { maxAttempts: 1, baseDelayMs: 0, maxDelayMs: 0, maxRetryAfterMs: 0 },
    });
  };
  return Promise.all(
    [...names].map((name) =>
      check(`Search ${name}`, null, async () => {
        if (name === OPENAI && !named.includes(name)) return `not asked. ${paid}; --search ${name} asks it one query`;
        const search = await open(name);
        const warnings: string[] = [];
        const startMs = systemClock.monotonicMs();
        const hits = await search.search(withWarningsTo(warnings, workingAlone(signal)), QUERY, 1);
        const ms = Math.round(systemClock.monotonicMs() - startMs);
        const found = hits[0] === undefined ? 'finds nothing' : `finds ${hits[0].url}`;
        const notices = [
          ...(search.notice === undefined ? [] : [search.notice]),
          ...(name === OPENAI ? [paid] : []),
          ...warnings,
        ];
        return [`answers in ${ms} ms and ${found} for “${QUERY}”`, ...notices].join('. ');
      }),
    ),
  );
}

async function openModelSearch(settings: Settings, secrets: Secrets, proxy: ProxySettings | null): Promise<SearchPort> {
  // With the driver, which may be missing.
  const { createMemoryStore } = await import('../store/sqlite/memory.ts');
  const engine = await createEngine(settings, secrets, proxy, createMemoryStore(), systemClock);
  return createModelSearch(settings, secrets, engine, 0);
}

function nearestFolder(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : nearestFolder(dirname(path));
}

/** What a check throws because of the outside is its finding; a bug stays one, and a stop a stop. */
async function check(name: string, advice: string | null, find: () => Promise<string>): Promise<Check> {
  try {
    return { name, ok: true, detail: await find(), advice: null };
  } catch (error) {
    if (error instanceof CancelledError) throw error;
    if (error instanceof GroundruleError)
      return { name, ok: false, detail: error.message, advice: error.advice ?? advice };
    if (errorCode(error) !== null) return { name, ok: false, detail: messageOf(error), advice };
    throw error;
  }
}

/** @returns hosts (of a provider with a package of its own, its name) by the key's name; each as if the key were set */
export function keyHosts(settings: Settings, secrets: Secrets): ReadonlyMap<string, readonly string[]> {
  const models = settings.model === null ? [] : [settings.model, ...Object.values(settings.modelByRole)];
  const ofModels = (['modelKey', 'openaiKey'] as const).map((key) => {
    const specs = models.map((model) => modelSpec(model, settings, { ...secrets, [key]: MODEL_KEY_VARIABLES[key] }));
    const asked = specs.filter(({ apiKey }) => apiKey === MODEL_KEY_VARIABLES[key]);
    return [key, [...new Set(asked.map((spec) => resolveModel(spec).priceList))]] as const;
  });
  const ofSearches = ENGINES.flatMap(({ needs, endpoint }) =>
    needs.map(({ name }) => [name, endpoint === null ? [] : [new URL(endpoint).host]] as const),
  );
  return new Map<string, readonly string[]>([...ofModels, ...ofSearches]);
}
