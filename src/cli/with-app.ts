/** Opens the app that a command works with, from its flags, the environment and the config file; and closes it. */
import { openGroundrule, type Groundrule } from '../groundrule.ts';
import { defaultStorePath } from '../config/data-folder.ts';
import { loadConfig, type Config } from '../config/load-config.ts';
import { readProxy } from '../config/proxy.ts';
import { readSecrets } from '../config/secrets.ts';
import type { SettingName } from '../config/settings.ts';
import type { Progress } from './output/progress.ts';
import type { Shell } from './shell.ts';

export interface AppRequest {
  readonly flags: Readonly<Partial<Record<SettingName, unknown>>>;
  readonly configFile: string | undefined;
  readonly progress: Progress;
  readonly signal?: AbortSignal;
}

export async function withApp<Result>(
  shell: Shell,
  { flags, configFile, progress, signal }: AppRequest,
  work: (app: Groundrule, config: Config) => Promise<Result>,
): Promise<Result> {
  const config = await loadConfig({ flags, env: shell.env, configFile });
  const app = await openGroundrule({
    config,
    secrets: readSecrets(shell.env),
    proxy: readProxy(shell.env),
    defaultStorePath: defaultStorePath(shell.env),
    onEvent: progress.onEvent,
    signal,
  });
  try {
    return await work(app, config);
  } finally {
    await app.close();
  }
}
