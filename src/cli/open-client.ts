/** The client as the command line opens it: keys, proxy and the store's place come from the environment. */
import { defaultStorePath } from '../config/data-folder.ts';
import type { Config } from '../config/load-config.ts';
import { readProxy } from '../config/proxy.ts';
import { readSecrets } from '../config/secrets.ts';
import { openGroundrule, type Groundrule } from '../groundrule.ts';
import type { Session } from './session.ts';

export function openClient(
  config: Config,
  { shell: { env }, progress, signal }: Pick<Session<unknown>, 'shell' | 'progress' | 'signal'>,
): Promise<Groundrule> {
  return openGroundrule({
    config,
    secrets: readSecrets(env),
    proxy: readProxy(env),
    defaultStorePath: defaultStorePath(env),
    onEvent: progress.onEvent,
    signal,
  });
}
