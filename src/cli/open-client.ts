/** The client as the command line opens it: keys, proxy and the store's place come from the environment. */
import { defaultStorePath } from '../config/data-folder.ts';
import type { Config } from '../config/load-config.ts';
import { readProxy } from '../config/proxy.ts';
import { readSecrets } from '../config/secrets.ts';
import { openGroundrule, type Groundrule } from '../groundrule.ts';
import type { RunEvent } from '../domain/run-context.ts';
import type { Shell } from './shell.ts';

interface Surroundings {
  readonly env: Shell['env'];
  readonly onEvent: (event: RunEvent) => void;
  /** Stops all calls. */
  readonly signal: AbortSignal;
}

export function openClient(config: Config, { env, onEvent, signal }: Surroundings): Promise<Groundrule> {
  return openGroundrule({
    config,
    secrets: readSecrets(env),
    proxy: readProxy(env),
    defaultStorePath: defaultStorePath(env),
    onEvent,
    signal,
  });
}
