/** Settings and keys as they may be shown: with their origins, without passwords, and no key itself. */
import { hidePasswords } from './hide-passwords.ts';
import type { Config } from './load-config.ts';
import { isSecretName, SECRET_VARIABLES, type Secrets } from './secrets.ts';
import {
  defaultOf,
  SETTING_NAMES,
  SETTINGS,
  variableOf,
  type SettingName,
  type Settings,
} from './settings.ts';

export function describeSettings({ settings, provenance }: Config) {
  return SETTING_NAMES.map((name) => ({
    name,
    value: hidePasswords(valueText(settings[name])) || defaultOf(SETTINGS[name]),
    origin: provenance[name],
    variable: variableOf(name),
  }));
}

export function describeKeys(secrets: Secrets) {
  return Object.keys(SECRET_VARIABLES)
    .filter(isSecretName)
    .map((name) => ({ name, isSet: secrets[name] !== null, variable: SECRET_VARIABLES[name] }));
}

function valueText(value: Settings[SettingName]): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([role, model]) => `${role}=${model}`)
    .join(', ');
}
