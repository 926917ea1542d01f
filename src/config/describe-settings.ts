/** Settings as they may be shown: with their origins, without passwords. */
import { hidePasswords } from './hide-passwords.ts';
import type { Config } from './load-config.ts';
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

function valueText(value: Settings[SettingName]): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([role, model]) => `${role}=${model}`)
    .join(', ');
}
