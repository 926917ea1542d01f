/** The queue of a command's store, for what the command is set up for. */
import { systemClock } from '../client/clock.ts';
import { packageInfo } from '../config/package-root.ts';
import { InputError } from '../domain/errors.ts';
import type { Groundrule } from '../groundrule.ts';
import { openQueue, type OpenedQueue } from '../queue/open-queue.ts';
import type { WorkSetup } from '../queue/setup.ts';
import type { Session } from './session.ts';

export interface SessionQueue extends OpenedQueue {
  readonly asked: WorkSetup;
}

/** @throws InputError where the store is this process's own */
export async function openSessionQueue(session: Session<unknown>, client: Groundrule): Promise<SessionQueue> {
  const { settings } = await session.config();
  const { store } = client;
  if (store.location === 'memory')
    throw new InputError('A store in memory has no queue: no other process sees it.', {
      advice: 'Name a file or a PostgreSQL database with --store.',
    });
  const asked = { ...(await client.discoverySetup()), version: packageInfo().version };
  const log = (line: string) => session.progress.warn(line);
  return { ...(await openQueue({ store, address: settings.store, setup: asked, clock: systemClock, log })), asked };
}
