/** Keys, from the environment alone: never from a flag (process lists show those) and never from the config file. */
import { NEEDS, type SearchAccess } from '../search/engines/registry.ts';

export interface Secrets {
  /** For whatever model server is asked. Its presence alone starts nothing that costs. */
  readonly modelKey: string | null;
  /** For OpenAI itself where there is no `modelKey`; it never goes to another server. */
  readonly openaiKey: string | null;
  /** By the names that search engines give them. */
  readonly search: SearchAccess;
}

export const MODEL_KEY_VARIABLES = { modelKey: 'GROUNDRULE_API_KEY', openaiKey: 'OPENAI_API_KEY' } as const;

export function readSecrets(env: Readonly<Record<string, string | undefined>>): Secrets {
  const read = (variable: string): string | null => {
    const value = env[variable]?.trim() ?? '';
    return value === '' ? null : value;
  };
  return {
    modelKey: read(MODEL_KEY_VARIABLES.modelKey),
    openaiKey: read(MODEL_KEY_VARIABLES.openaiKey),
    search: Object.fromEntries(
      NEEDS.flatMap(({ kind, name, variable }) => (kind === 'key' ? [[name, read(variable)]] : [])),
    ),
  };
}

/** Every key with its variable, for people; no value is shown. */
export function listKeys(
  secrets: Secrets,
): readonly { readonly name: string; readonly variable: string; readonly isSet: boolean }[] {
  const { modelKey, openaiKey } = MODEL_KEY_VARIABLES;
  return [
    { name: 'modelKey', variable: modelKey, isSet: secrets.modelKey !== null },
    { name: 'openaiKey', variable: openaiKey, isSet: secrets.openaiKey !== null },
    ...NEEDS.flatMap(({ kind, name, variable }) =>
      kind === 'key' ? [{ name, variable, isSet: secrets.search[name] != null }] : [],
    ),
  ];
}
