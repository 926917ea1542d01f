/** Opens the app for one call of the library, from the call's own options alone. */
import { createApp, type App } from '../app/create-app.ts';
import { defaultStorePath } from '../config/data-folder.ts';
import { loadConfig } from '../config/load-config.ts';
import { readSecrets } from '../config/secrets.ts';
import type { RunEvent } from '../domain/run-context.ts';

export interface StoreOptions {
  /** Path of the SQLite store, or `memory`; default: the one in the user's data folder, as on the command line. */
  readonly store?: string;
}

/** Which model answers, and how much it may take. Without `model`, nobody is asked. */
export interface ModelOptions extends StoreOptions {
  /** `gpt-4.1-mini`, or `provider:model`. */
  readonly model?: string;
  /** An OpenAI-compatible server, such as `http://127.0.0.1:8000/v1`. */
  readonly baseUrl?: string;
  /** Never read from the environment. */
  readonly apiKey?: string;
  readonly maxUsd?: number;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  readonly maxSeconds?: number;
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: RunEvent) => void;
}

export interface DiscoverOptions extends ModelOptions {
  /** Audience, source text or other circumstances of the task. */
  readonly context?: string;
  /** Folders of guides; default: the bundled guides. */
  readonly libraries?: readonly string[];
  /** Queries per instruction (1–10; default 3). */
  readonly queries?: number;
  /** Search results per query (1–100; default 10). */
  readonly results?: number;
  /** Pages kept per query (1–50; default 5). */
  readonly keep?: number;
}

export async function withApp<Result>(
  options: DiscoverOptions,
  work: (app: App) => Promise<Result>,
): Promise<Result> {
  const { libraries, queries, results, keep, store, signal, onEvent } = options;
  const { model, baseUrl, apiKey, maxUsd, maxCalls, maxTokens, maxSeconds } = options;
  // A program's own options decide alone: neither the environment nor a config file of the working folder does.
  const config = await loadConfig({
    flags: {
      ...{ library: libraries, queries, results, keep, store },
      ...{ model, baseUrl, maxUsd, maxCalls, maxTokens, maxSeconds },
    },
    env: {},
    configFile: null,
  });
  const app = await createApp({
    settings: config.settings,
    secrets: { ...readSecrets({}), modelKey: apiKey ?? null },
    defaultStorePath: defaultStorePath(),
    signal,
    onEvent,
  });
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}
