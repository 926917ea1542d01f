/** Keys, from the environment alone: never from a flag (process lists show those) and never from the config file. */

export interface Secrets {
  /** For the model server; GROUNDRULE_API_KEY, else OPENAI_API_KEY. Its presence alone starts nothing that costs. */
  readonly modelKey: string | null;
  readonly braveKey: string | null;
  readonly tavilyKey: string | null;
  readonly exaKey: string | null;
  readonly serperKey: string | null;
  readonly googleKey: string | null;
  /** Not secret, but of no use without the key beside it. */
  readonly googleEngineId: string | null;
}

export function readSecrets(env: Readonly<Record<string, string | undefined>>): Secrets {
  const read = (...names: readonly string[]): string | null =>
    names.map((name) => env[name]?.trim() ?? '').find((value) => value !== '') ?? null;
  return {
    modelKey: read('GROUNDRULE_API_KEY', 'OPENAI_API_KEY'),
    braveKey: read('BRAVE_API_KEY'),
    tavilyKey: read('TAVILY_API_KEY'),
    exaKey: read('EXA_API_KEY'),
    serperKey: read('SERPER_API_KEY'),
    googleKey: read('GOOGLE_API_KEY'),
    googleEngineId: read('GOOGLE_CSE_ID'),
  };
}
