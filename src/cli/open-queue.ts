/** The queue of a command's store, for what the command is set up for. */
import { systemClock } from '../client/clock.ts';
import { packageInfo } from '../config/package-root.ts';
import { InputError } from '../domain/errors.ts';
import type { Groundrule } from '../groundrule.ts';
import { openQueue, type OpenedQueue } from '../jobs/queue/open-queue.ts';
import type { WorkSetup } from '../jobs/queue/setup.ts';
import { LOCAL_CALLER } from '../service/callers.ts';
import type { Session } from './session.ts';

export interface SessionQueue extends OpenedQueue {
  readonly asked: WorkSetup;
}

/** The queue that a command adds jobs to. */
export async function openQueueToAdd(session: Session<unknown>, client: Groundrule) {
  const { sharedBudget, maxUsd, maxCalls, maxTokens } = (await session.config()).settings;
  if (sharedBudget !== null)
    throw new InputError('A shared budget counts the calls of the process that makes them: here that is a worker.', {
      advice: 'Give --shared-budget to the workers; --max-usd and its like hold for what is queued here.',
    });
  const queue = await openSessionQueue(session, client);
  const limits = { maxUsd, maxCalls, maxTokens };
  return {
    queue,
    owner: LOCAL_CALLER.id,
    /** On the model calls of a batch, by whatever workers; null: as it was asked for before, or none. */
    limits: Object.values(limits).some((limit) => limit !== null) ? limits : null,
  };
}

/** It is closed with the session. */
export async function openSessionQueue(
  session: Pick<Session<unknown>, 'progress' | 'closing'>,
  client: Groundrule,
): Promise<SessionQueue> {
  const { store } = client;
  if (store.location === 'memory')
    throw new InputError('A store in memory has no queue: no other process sees it.', {
      advice: 'Name a file or a PostgreSQL database with --store.',
    });
  const [discovery, judging] = await Promise.all([client.discoverySetup(), client.judgingAgents()]);
  const asked = { ...discovery, judging, version: packageInfo().version };
  const log = (line: string) => session.progress.warn(line);
  const queue = await openQueue({ store, setup: asked, clock: systemClock, log });
  // Its timers keep the process alive until they are stopped.
  session.closing(queue.delivery);
  return { ...queue, asked };
}
