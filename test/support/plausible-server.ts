/** A server of a scripted model that answers plausibly, until the test has ended. */
import { onTestFinished } from 'vitest';
import { answering } from './guide-web/start-guide-web.ts';
import type { Behaviour } from './model-server/behaviour.ts';
import { startModelServer, type ModelServer } from './model-server/server.ts';
import { plausibleModel } from './plausible-model.ts';

export async function plausibleServer(behaviour: Partial<Behaviour> = {}): Promise<ModelServer> {
  const server = await startModelServer({ handler: answering(plausibleModel), ...behaviour });
  onTestFinished(() => server.close());
  return server;
}
