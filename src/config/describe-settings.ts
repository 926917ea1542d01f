/** Settings and keys as they may be shown: with their origins, without passwords, and no key itself. */
import { hidePasswords } from './hide-passwords.ts';
import type { Config } from './load-config.ts';
import { isSettingName, SETTINGS, type SettingName, type Settings } from './settings.ts';

/** What an empty value stands for. */
const EMPTY: Readonly<Partial<Record<SettingName, string>>> = {
  library: 'the bundled guides',
  store: 'in the data folder',
  mode: 'full with a model, else web',
  model: 'none: the offline engine',
  modelByRole: 'none',
  baseUrl: 'that of the provider',
  modelFormat: 'found out by asking',
  prompts: 'ours',
  prices: 'ours',
  maxUsd: 'no limit',
  maxCalls: 'no limit',
  maxTokens: 'no limit',
  maxSeconds: 'no limit',
  search: 'library',
  searxngUrl: 'none',
  urls: 'none',
  allowDomains: 'all',
  denyDomains: 'none',
  since: 'any',
  allowHosts: 'none',
};

export function describeSettings({ settings, provenance }: Config) {
  return Object.keys(SETTINGS)
    .filter(isSettingName)
    .map((name) => ({
      name,
      value: hidePasswords(valueText(settings[name])) || (EMPTY[name] ?? ''),
      origin: provenance[name],
      variable: SETTINGS[name].env,
    }));
}

function valueText(value: Settings[SettingName]): string {
  if (Array.isArray(value)) return value.join(', ');
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  return Object.entries(value)
    .map(([role, model]) => `${role}=${model}`)
    .join(', ');
}
