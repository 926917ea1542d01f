/**
 * The config files of a run: the one that is named or lies in the working folder, and the user's own below it. Whoever
 * made a folder made its file, too: what could send, spend, read or write elsewhere counts once the user trusted the file.
 */
import { existsSync, realpathSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { errorCode, InputError, messageOf } from '../domain/errors.ts';
import { userConfigFolder, type Environment } from './environment.ts';
import { parseJsonObject } from '../text/parse-json.ts';
import { readUtf8 } from '../text/read-utf8.ts';
import { schemaOf } from './setting-schemas.ts';
import type { Setting } from './setting-kinds.ts';
import { isSettingName, SETTING_NAMES, SETTINGS, type SettingName } from './settings.ts';
import { isTrustedContent, trustContent } from './trust.ts';

export const CONFIG_FILE_NAME = 'groundrule.config.json';

export interface ConfigFile {
  readonly path: string;
  readonly values: Readonly<Partial<Record<SettingName, unknown>>>;
  /** `named` on the command line, found in the working `folder`, or the user's `own`. */
  readonly place: 'named' | 'folder' | 'own';
  /** What it sets that needs trust, trusted or not; nothing where the file is the user's own or named. */
  readonly sensitive: readonly SettingName[];
  /** Whether this very content was trusted; true where nothing needs it. */
  readonly isTrusted: boolean;
}

export interface ConfigFileInputs {
  readonly env: Environment;
  /** Relative paths of config files are meant from here. Default: the process's own. */
  readonly workingFolder?: string;
  /** A config file that the user named must exist; undefined: groundrule.config.json, if there; null: none at all. */
  readonly configFile?: string | null | undefined;
}

/** Those whose values win first. */
export async function readConfigFiles(inputs: ConfigFileInputs): Promise<readonly ConfigFile[]> {
  const { env, workingFolder = '.', configFile } = inputs;
  if (configFile === null) return [];
  const own = ownConfigPath(env);
  const path = resolve(workingFolder, configFile ?? CONFIG_FILE_NAME);
  const files = [path === own ? null : await readConfigFile(path, configFile === undefined ? 'folder' : 'named', env)];
  return [...files, await readConfigFile(own, 'own', env)].filter((file) => file !== null);
}

/** Keeps that the file of the working folder is trusted as it is now. */
export async function trustFolder({
  env,
  workingFolder = '.',
}: Omit<ConfigFileInputs, 'configFile'>): Promise<ConfigFile> {
  const path = resolve(workingFolder, CONFIG_FILE_NAME);
  const file = await readConfigFile(path, 'folder', env, (text) => trustContent(path, text, env));
  if (file === null) throw new InputError(`There is no ${path} to trust.`);
  return file;
}

/** Null: there is none, and nobody said that there is. */
async function readConfigFile(
  path: string,
  place: ConfigFile['place'],
  env: Environment,
  onRead: (text: string) => Promise<void> = () => Promise.resolve(),
): Promise<ConfigFile | null> {
  let text: string;
  try {
    // Nobody else has us wait for a pipe.
    if (place === 'folder' && !(await stat(path)).isFile()) throw new Error('it is not a regular file');
    text = await readUtf8(path);
  } catch (error) {
    if (place !== 'named' && errorCode(error) === 'ENOENT') return null;
    throw new InputError(`The config file ${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
  const values = parseJsonObject(text, path);
  const unknownName = Object.keys(values).find((name) => !isSettingName(name));
  if (unknownName !== undefined)
    throw new InputError(`${path} has a setting that does not exist: “${unknownName}”.`, {
      advice: `Settings are ${SETTING_NAMES.join(', ')}.`,
    });
  await onRead(text);
  const sensitive = place === 'folder' ? SETTING_NAMES.filter((name) => needsTrust(name, values[name], path)) : [];
  const isTrusted = sensitive.length === 0 || (await isTrustedContent(path, text, env));
  return { path, values, place, sensitive, isTrusted };
}

function needsTrust(name: SettingName, value: unknown, path: string): boolean {
  const setting: Setting = SETTINGS[name];
  if (value === undefined || setting.needsTrust === 'never') return false;
  if (setting.needsTrust === 'always') return true;
  const parsed = schemaOf(setting).safeParse(value).data;
  const folder = realPath(dirname(path));
  // Where links lead counts, not where they lie.
  const places = Array.isArray(parsed) ? parsed.map((each) => realPath(resolve(folder, String(each)))) : [];
  return places.some((place) => place !== folder && !place.startsWith(join(folder, sep)));
}

function realPath(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

export function ownConfigPath(env: Environment): string {
  return resolve(userConfigFolder(env), CONFIG_FILE_NAME);
}
