/** A discovery through the composition root, as a program that uses the package would run one. */
import { openGroundrule, type Groundrule } from '../../../src/groundrule.ts';
import { loadConfig } from '../../../src/config/load-config.ts';
import { readSecrets } from '../../../src/config/environment.ts';
import type { CriteriaSet } from '../../../src/domain/criteria-set.ts';

/** Settings in place of the world's own, by name. */
export type Flags = Readonly<Record<string, unknown>>;

export const TASK = { instruction: 'Write a grant proposal for a community seed library', context: null };

/** An app over the settings alone: neither the environment nor a config file takes part. */
export async function appWith(flags: Flags): Promise<Groundrule> {
  const config = await loadConfig({ flags, env: {}, configFile: null });
  return openGroundrule({
    config,
    secrets: readSecrets({ GROUNDRULE_API_KEY: 'none' }),
    defaultStorePath: 'memory',
  });
}

export async function discoverWith(flags: Flags): Promise<CriteriaSet> {
  const app = await appWith({ mode: 'web', store: 'memory', ...flags });
  try {
    return await app.discover(TASK);
  } finally {
    await app.close();
  }
}
