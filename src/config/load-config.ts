/** The one reader of settings: flag, then environment, then config file, then the user's own config file, then default. */
import { dirname, resolve } from 'node:path';
import { InputError } from '../domain/errors.ts';
import { parseInOurWords, problemLines } from '../text/issue-words.ts';
import { keepSecretsIn, redact } from '../text/redact.ts';
import { ownConfigPath, readConfigFiles, type ConfigFile, type ConfigFileInputs } from './config-files.ts';
import { defaultStorePath, valueOf, type Environment } from './environment.ts';
import { dividedBy, schemaOf } from './setting-schemas.ts';
import { defaultOf } from './setting-kinds.ts';
import { describeSetting, flagOf, SETTING_NAMES, SETTINGS, variableOf } from './settings.ts';
import type { SettingName, Settings } from './settings.ts';

export type Provenance = 'flag' | 'option' | 'environment' | 'config file' | 'own config file' | 'default';

export interface Config {
  readonly settings: Settings;
  readonly provenance: Readonly<Record<SettingName, Provenance>>;
  /** Those that were read; their values win in this order. */
  readonly configFiles: readonly ConfigFile[];
}

export interface ConfigInputs extends ConfigFileInputs {
  /** Only what the user gave; undefined members count as not given. */
  readonly flags: Readonly<Partial<Record<SettingName, unknown>>>;
  /** What a program's messages call the option for a setting; default: the settings are flags, and called `--flag`. */
  readonly callFlag?: (name: SettingName) => string;
  /** For showing what is in force: what needs trust and has none is left out, and not refused. */
  readonly leavesOutUntrusted?: boolean;
}

export async function loadConfig(inputs: ConfigInputs): Promise<Config> {
  const configFiles = await readConfigFiles(inputs);
  const byUser = inputs.callFlag === undefined ? 'flag' : 'option';
  const provenance: Partial<Record<SettingName, Provenance>> = {};
  const settings: Partial<Record<SettingName, unknown>> = {};
  for (const name of SETTING_NAMES) {
    const variable = variableOf(name);
    const all = [inputs.flags[name], inputs.env[variable], ...configFiles.map(({ values }) => values[name])];
    if (SETTINGS[name].kind === 'text' || SETTINGS[name].kind === 'addresses') keepSecretsIn(...all.flat().map(String));
    const given: readonly Given[] = [
      { source: byUser, value: inputs.flags[name], place: inputs.callFlag?.(name) ?? flagOf(name) },
      { source: 'environment', value: ofEnvironment(name, inputs.env), place: variable },
      ...configFiles.map((file) => ofFile(file, name, inputs)),
    ];
    const { source, value, place, file } = given.find((each) => each.value !== undefined) ?? NOT_GIVEN;
    if (file?.isTrusted === false && file.sensitive.includes(name)) throw untrusted(file, name, inputs);
    const parsed = parseInOurWords(schemaOf(SETTINGS[name]), value);
    if (!parsed.success) {
      const problem = problemLines(parsed.error, '').join('; ').replace(/^: /u, '');
      throw new InputError(`${place} is ${redact(JSON.stringify(value))}: ${redact(problem)}.`, {
        advice: `${describeSetting(name)}.`,
      });
    }
    provenance[name] = source;
    settings[name] = file === undefined ? parsed.data : fromFolderOf(file, name, parsed.data);
  }
  return {
    settings: Object.freeze(settings) as Settings,
    provenance: provenance as Record<SettingName, Provenance>,
    configFiles,
  };
}

interface Given {
  readonly source: Provenance;
  readonly value: unknown;
  readonly place: string;
  readonly file?: ConfigFile;
}
const NOT_GIVEN: Given = { source: 'default', value: undefined, place: '' };

function ofEnvironment(name: SettingName, env: Environment): unknown {
  const value = valueOf(env, variableOf(name)) ?? undefined;
  if (value === undefined || SETTINGS[name].kind !== 'folders') return value;
  const folders = dividedBy(SETTINGS[name], value);
  // Of “:”, as of two variables that are not set, nothing is left.
  return folders.length === 0 ? [''] : folders;
}

function ofFile(file: ConfigFile, name: SettingName, { leavesOutUntrusted = false }: ConfigInputs): Given {
  const isLeftOut = leavesOutUntrusted && !file.isTrusted && file.sensitive.includes(name);
  return {
    source: file.place === 'own' ? 'own config file' : 'config file',
    value: isLeftOut ? undefined : file.values[name],
    place: `“${name}” in ${file.path}`,
    file,
  };
}

function untrusted({ path, sensitive }: ConfigFile, name: SettingName, { env }: ConfigInputs): InputError {
  const named = sensitive.map((each) => `“${each}”`).join(', ');
  const message = `In ${path}, ${named} would count only if the file were trusted as it is now: such a setting can send texts and keys elsewhere, cost money, or read and write other files.`;
  return new InputError(message, {
    advice: `If you want what the file says, run “npx groundrule trust” in its folder. Otherwise take it out; what you want yourself you can say by ${flagOf(name)}, ${variableOf(name)} or ${ownConfigPath(env)}.`,
  });
}

/** Paths in a config file are meant from where that file lies. */
function fromFolderOf(file: ConfigFile, name: SettingName, value: unknown): unknown {
  const absolute = (path: unknown) => resolve(dirname(file.path), String(path));
  if (SETTINGS[name].kind === 'folders' && Array.isArray(value)) return value.map(absolute);
  const isPath = SETTINGS[name].kind === 'path' || (name === 'store' && isStoreFile(value));
  return isPath && value !== null ? absolute(value) : value;
}

/** Neither memory nor the address of a server. */
const isStoreFile = (store: unknown) => store !== 'memory' && !String(store).includes('://');

/** The file that the store is, and the two that SQLite has beside it while it is open; none: it is no file. */
export function storeFilesOf({ settings: { store } }: Config, env: Environment): readonly string[] {
  const file = store ?? defaultStorePath(env);
  return isStoreFile(file) ? ['', '-wal', '-shm'].map((end) => file + end) : [];
}

/** Settings as they may be shown: with their origins, without passwords. */
export function describeSettings({ settings, provenance }: Config) {
  return SETTING_NAMES.map((name) => ({
    name,
    value: redact(valueText(settings[name])) || defaultOf(SETTINGS[name]),
    origin: provenance[name],
    variable: variableOf(name),
  }));
}

function valueText(value: Settings[SettingName]): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([role, model]) => `${role}=${model}`)
    .join(', ');
}
