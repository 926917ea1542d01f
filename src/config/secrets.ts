/** Keys, from the environment alone: never from a flag (process lists show those) and never from the config file. */

export interface Secrets {
  /** For whatever model server is asked. Its presence alone starts nothing that costs. */
  readonly modelKey: string | null;
  /** For OpenAI itself where there is no `modelKey`; it never goes to another server. */
  readonly openaiKey: string | null;
  readonly braveKey: string | null;
  readonly tavilyKey: string | null;
  readonly exaKey: string | null;
  readonly serperKey: string | null;
  readonly googleKey: string | null;
  /** Not secret, but of no use without the key beside it. */
  readonly googleEngineId: string | null;
}

export const SECRET_VARIABLES: Readonly<Record<keyof Secrets, string>> = {
  modelKey: 'GROUNDRULE_API_KEY',
  openaiKey: 'OPENAI_API_KEY',
  braveKey: 'BRAVE_API_KEY',
  tavilyKey: 'TAVILY_API_KEY',
  exaKey: 'EXA_API_KEY',
  serperKey: 'SERPER_API_KEY',
  googleKey: 'GOOGLE_API_KEY',
  googleEngineId: 'GOOGLE_CSE_ID',
};

export function isSecretName(name: string): name is keyof Secrets {
  return Object.hasOwn(SECRET_VARIABLES, name);
}

export function readSecrets(env: Readonly<Record<string, string | undefined>>): Secrets {
  const read = (name: keyof Secrets): string | null => {
    const value = env[SECRET_VARIABLES[name]]?.trim() ?? '';
    return value === '' ? null : value;
  };
  return {
    modelKey: read('modelKey'),
    openaiKey: read('openaiKey'),
    braveKey: read('braveKey'),
    tavilyKey: read('tavilyKey'),
    exaKey: read('exaKey'),
    serperKey: read('serperKey'),
    googleKey: read('googleKey'),
    googleEngineId: read('googleEngineId'),
  };
}
