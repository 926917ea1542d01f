/** What comes from the environment alone: keys, proxies, and where a user's data lies. Never a flag, which process lists show. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { ProxySettings } from '../domain/proxy-settings.ts';
import { NEEDS, type SearchAccess } from '../search/engines/registry.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Secrets {
  /** For whatever model server is asked. Its presence alone starts nothing that costs. */
  readonly modelKey: string | null;
  /** For OpenAI itself where there is no `modelKey`; it never goes to another server. */
  readonly openaiKey: string | null;
  /** By the names that search engines give them. */
  readonly search: SearchAccess;
}

export const MODEL_KEY_VARIABLES = { modelKey: 'GROUNDRULE_API_KEY', openaiKey: 'OPENAI_API_KEY' } as const;
export const SEARCH_KEYS = NEEDS.filter(({ kind }) => kind === 'key');

export function readSecrets(env: Environment): Secrets {
  return {
    modelKey: valueOf(env, MODEL_KEY_VARIABLES.modelKey),
    openaiKey: valueOf(env, MODEL_KEY_VARIABLES.openaiKey),
    search: Object.fromEntries(SEARCH_KEYS.map(({ name, variable }) => [name, valueOf(env, variable)])),
  };
}

/** Every key that is set, by whatever name. */
export function secretsIn(env: Environment): readonly (string | null)[] {
  const { modelKey, openaiKey, search } = readSecrets(env);
  return [modelKey, openaiKey, ...Object.values(search).map((key) => key ?? null)];
}

/** Variables whose values may be addresses with passwords. */
export function addressesIn(env: Environment): readonly (string | undefined)[] {
  return Object.entries(env).flatMap(([name, value]) =>
    /^(?:groundrule_|otel_|https?_proxy$)/iu.test(name) ? [value] : [],
  );
}

/** Every key with its variable, for people; no value is shown. */
export function listKeys(env: Environment) {
  const variables = [...Object.entries(MODEL_KEY_VARIABLES), ...SEARCH_KEYS.map((key) => [key.name, key.variable])];
  return variables.map(([name = '', variable = '']) => ({
    name,
    variable,
    isSet: valueOf(env, variable) !== null,
  }));
}

/** The usual variables, of which the lower-case ones win, as in most programs; null where no proxy is named. */
export function readProxy(env: Environment): ProxySettings | null {
  const read = (name: string) => valueOf(env, name.toLowerCase()) ?? valueOf(env, name);
  const [httpProxy, httpsProxy] = [read('HTTP_PROXY'), read('HTTPS_PROXY')];
  if (httpProxy === null && httpsProxy === null) return null;
  return { httpProxy, httpsProxy, noProxy: read('NO_PROXY') };
}

/** Whether a collector of traces is named, in the variables that OpenTelemetry's own packages read. */
export function wantsTraces(env: Environment = process.env): boolean {
  return ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'].some((name) => valueOf(env, name));
}

/** Where the store lies when no path is given: in the platform's usual place for a user's data. */
export function defaultStorePath(env: Environment = process.env, platform: string = process.platform): string {
  const windows = valueOf(env, 'LOCALAPPDATA');
  const linux = join(homedir(), '.local', 'share');
  return join(usersFolder(valueOf(env, 'XDG_DATA_HOME'), windows, linux, platform), 'groundrule.sqlite');
}

/** Where the user's own config file lies, and what says which others are trusted. */
export function userConfigFolder(env: Environment, platform: string = process.platform): string {
  const linux = join(homedir(), '.config');
  return usersFolder(valueOf(env, 'XDG_CONFIG_HOME'), valueOf(env, 'APPDATA'), linux, platform);
}

function usersFolder(named: string | null, windows: string | null, linux: string, platform: string): string {
  const usual: Partial<Record<string, string | null>> = {
    darwin: join(homedir(), 'Library', 'Application Support'),
    win32: windows,
  };
  return join(named ?? usual[platform] ?? linux, 'groundrule');
}

/** Without what a file or a paste leaves around it; null where nothing is left. */
export function valueOf(env: Environment, variable: string): string | null {
  const value = env[variable]?.trim() ?? '';
  return value === '' ? null : value;
}
