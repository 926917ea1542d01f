/** The service in this process, until it is told to stop: for `serve` and `view`. */
import { mcpMount } from '../mcp/mount.ts';
import { runHere } from '../service/run-here.ts';
import { serve, type ServeOptions } from '../service/serve.ts';
import { startTracing } from '../service/tracing.ts';
import { startWorker } from '../service/worker.ts';
import { pageRoutes } from '../view/routes.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';
import { openSessionQueue } from './open-queue.ts';
import type { Session } from './session.ts';

export async function runService(
  session: Session<unknown>,
  options: Omit<ServeOptions, 'client' | 'runner' | 'queue' | 'mounts' | 'log'>,
  greet: (url: string, store: string) => void,
): Promise<ExitCode> {
  const { progress, signal } = session;
  const log = (line: string) => progress.warn(line);
  const endTracing = await startTracing(log);
  const client = await session.client();
  const { location } = client.store;
  // Closed also where the service does not come up: its process would keep this one alive.
  const { onAwaitAnswers } = progress;
  const runner = session.closing(
    location === 'memory' ? runHere(client, signal) : startWorker(await session.setup(), { onAwaitAnswers }),
  );
  // Replicas and workers share the jobs of a database; a file's are worked on with what this process has.
  const queue = location.startsWith('postgres:') ? await openSessionQueue(session, client) : undefined;
  const service = await serve({ ...options, client, runner, queue, log, mounts: [pageRoutes, mcpMount] });
  greet(service.url, location);
  await new Promise<void>((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
  await service.close();
  await endTracing?.();
  return EXIT.done;
}
