/** The app with a scripted model behind real HTTP, and a store in memory. */
import { onTestFinished } from 'vitest';
import { openGroundrule, type Groundrule } from '../../src/groundrule.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { readSecrets } from '../../src/config/environment.ts';
import { answering } from './guide-web/start-guide-web.ts';
import type { Behaviour } from './model-server/behaviour.ts';
import { startModelServer, type ModelServer } from './model-server/server.ts';
import type { ScriptedModel } from './plausible-model.ts';

export interface ScriptedApp {
  readonly app: Groundrule;
  readonly server: ModelServer;
}

/** Both are closed when the test is over. */
export async function scriptedApp(
  script: ScriptedModel,
  behaviour: Partial<Behaviour> = {},
  flags: Readonly<Record<string, unknown>> = {},
): Promise<ScriptedApp> {
  const server = await startModelServer({ handler: answering(script), ...behaviour });
  onTestFinished(() => server.close());
  const config = await loadConfig({
    flags: {
      model: 'scripted',
      baseUrl: server.baseUrl,
      store: 'memory',
      modelFormat: 'json_schema',
      ...flags,
    },
    env: {},
    configFile: null,
  });
  const app = await openGroundrule({ config, secrets: readSecrets({}), defaultStorePath: 'memory' });
  onTestFinished(() => app.close());
  return { app, server };
}
