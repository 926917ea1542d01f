/** The service as a process has it: the app on a port, its jobs, and what ends with them. */
import type { AddressInfo } from 'node:net';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { systemClock } from '../client/clock.ts';
import { errorCode, InputError, UnavailableError, messageOf } from '../domain/errors.ts';
import type { Groundrule } from '../groundrule.ts';
import { createLocalDelivery } from '../jobs/queue/local-delivery.ts';
import type { OpenedQueue } from '../jobs/queue/open-queue.ts';
import { createServiceApp } from './app.ts';
import { boundConnections } from './connections.ts';
import { isLoopback } from './guard.ts';
import type { JobRunner } from '../jobs/queue/job-runner.ts';
import { createJobs } from '../jobs/queue/jobs.ts';
import { createMetrics } from './metrics.ts';
import { DEFAULT_LIMITS, type Mount, type Service, type ServiceLimits } from './service.ts';

export interface ServeOptions {
  readonly client: Groundrule;
  readonly runner: JobRunner;
  /** Whose turn its jobs are, and what they are done with; default: in this process, with what it has. */
  readonly queue?: OpenedQueue | undefined;
  /** Address to listen on; default: 127.0.0.1. */
  readonly host?: string;
  /** 0: any that is free. */
  readonly port: number;
  readonly publicHosts?: readonly string[];
  readonly corsOrigins?: readonly string[];
  /** Also on loopback. */
  readonly requiresKeys?: boolean;
  /** Jobs that are worked on at once. */
  readonly concurrency?: number;
  readonly limits?: Partial<ServiceLimits>;
  readonly mounts?: readonly Mount[];
  readonly maxConnections?: number;
  readonly timeouts?: Pick<ServerOptions, 'headersTimeout' | 'requestTimeout'>;
  readonly log: (line: string) => void;
  /** As in `Service`; default: `groundrule serve`. */
  readonly command?: string;
}

export interface RunningService {
  /** `http://127.0.0.1:8377` */
  readonly url: string;
  /** Takes no more requests; what is under way stays to be taken up by the next process. */
  close(): Promise<void>;
}

const DEFAULT_CONCURRENCY = 8;
const HEADERS_TIMEOUT_MS = 10_000;
/** For a whole request to come; answers may take longer. */
const REQUEST_TIMEOUT_MS = 30_000;
/** How often those that took longer are looked for. */
const TIMEOUT_CHECK_MS = 1_000;
const MAX_CONNECTIONS = 1_000;
/** How long those who still read an answer are waited for. */
const CLOSE_MS = 2_000;

/**
 * @throws InputError where it would listen beyond this machine with no API key; UnavailableError where the port is taken
 */
export async function serve(options: ServeOptions): Promise<RunningService> {
  const { client, runner, host = '127.0.0.1', port, publicHosts = [], corsOrigins = [], mounts, log } = options;
  const requiresKeys = options.requiresKeys === true || !isLoopback(host) || publicHosts.length > 0;
  if (requiresKeys && !(await client.store.apiKeys.list()).some(({ revokedAt }) => revokedAt === null)) {
    const reached = isLoopback(host) ? 'Keys are required' : `Whoever reaches ${host} could use the service`;
    throw new InputError(`${reached}, and there is no API key.`, {
      advice: 'Make one with “npx groundrule keys add NAME”, or listen on 127.0.0.1.',
    });
  }
  const metrics = createMetrics();
  const jobs = createJobs({
    ...{ store: client.store, runner, clock: systemClock, concurrency: options.concurrency ?? DEFAULT_CONCURRENCY },
    delivery: options.queue?.delivery ?? createLocalDelivery(client.store.jobs, null),
    observer: { event: metrics.event, ended: metrics.jobEnded, usage: metrics.usage, log },
  });
  const service: Service = {
    client,
    jobs,
    metrics,
    clock: systemClock,
    setup: options.queue?.setup ?? null,
    log,
    command: options.command ?? 'groundrule serve',
    limits: { ...DEFAULT_LIMITS, ...options.limits },
    guard: { requiresKeys, corsOrigins, hosts: [...publicHosts, host].map((name) => name.toLowerCase()) },
  };
  const app = createServiceApp(service, mounts);
  const answer = getRequestListener(app.fetch);
  const server = createServer(
    {
      headersTimeout: HEADERS_TIMEOUT_MS,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: 5_000,
      ...options.timeouts,
    },
    (request, response) => void answer(request, response),
  );
  boundConnections(server, options.maxConnections ?? MAX_CONNECTIONS);
  const close = async (): Promise<void> => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await jobs.close();
    server.closeIdleConnections();
    const impatient = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
    await closed;
    clearTimeout(impatient);
  };
  const address = await listen(server, host, port);
  try {
    await jobs.start();
  } catch (error) {
    await close();
    throw error;
  }
  const shown = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return { url: `http://${shown}:${address.port}`, close };
}

async function listen(server: Server, host: string, port: number): Promise<AddressInfo> {
  await new Promise<void>((resolve, reject) => {
    server.once('listening', resolve).once('error', (error) =>
      reject(
        new UnavailableError(`The service cannot listen on ${host}:${port}: ${messageOf(error)}.`, {
          cause: error,
          ...(errorCode(error) === 'EADDRINUSE'
            ? { advice: 'Another program uses this port: name another with --port, or any free one with --port 0.' }
            : {}),
        }),
      ),
    );
    server.listen(port, host);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address;
}
