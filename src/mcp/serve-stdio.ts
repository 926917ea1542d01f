/** MCP over stdin and stdout: one agent, who is the user, and may do all that the user may. */
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import { PassThrough, type Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { LOCAL_CALLER } from '../service/callers.ts';
import type { McpContext } from './ask.ts';
import { createMcpServer } from './server.ts';
import { systemClock } from '../client/clock.ts';
import type { Groundrule } from '../groundrule.ts';
import { createLocalDelivery } from '../jobs/queue/local-delivery.ts';
import { createJobs } from '../jobs/queue/jobs.ts';
import { runHere } from '../service/run-here.ts';
import { DEFAULT_LIMITS } from '../service/service.ts';
import { asToOperator } from '../service/work.ts';
import { createPendingTasks } from '../web/pending-tasks.ts';
import { createMemoryStore } from '../store/sqlite/memory.ts';

/** More jobs at once would only wait for the same models and servers. */
const CONCURRENCY = 4;

type LocalContext = McpContext & { close(): Promise<void> };

/** Its jobs run in this process and are not stored. @param signal the client's own: see `runHere` */
export async function createLocalContext(
  opened: Groundrule,
  log: McpContext['log'],
  signal: AbortSignal | null = null,
): Promise<LocalContext> {
  // In a store of their own: draining the queue of a service must not stop an agent.
  const jobStore = createMemoryStore();
  const client = { ...opened, store: { ...opened.store, jobs: jobStore.jobs, apiKeys: jobStore.apiKeys } };
  const ignore = () => undefined;
  const jobs = createJobs({
    store: jobStore,
    delivery: createLocalDelivery(jobStore.jobs, null),
    runner: runHere(client, signal, asToOperator),
    observer: { event: ignore, ended: ignore, usage: ignore, log },
    clock: systemClock,
    concurrency: CONCURRENCY,
  });
  // A job that the store stopped gets its next turn from this.
  await jobs.start();
  return { client, jobs, clock: systemClock, limits: DEFAULT_LIMITS, setup: null, log, close: () => jobs.close() };
}

/**
 * Ends when the agent has gone, or the signal aborts; either way, answers under way are awaited.
 * @param signal the client's own
 * @param stop aborts it
 */
export async function serveMcpOverStdio(
  context: LocalContext,
  { stdin, stdout }: { readonly stdin: Readable; readonly stdout: Writable },
  signal: AbortSignal,
  stop: () => void,
): Promise<void> {
  // The end of its input would abort all requests, and with them the answers that are paid for.
  const input = stdin.pipe(new PassThrough(), { end: false });
  const transport = new StdioServerTransport(input, stdout);
  const serving = serveStdio(() => createMcpServer(context, LOCAL_CALLER), {
    transport,
    onerror: ({ message }) => context.log(message),
  });
  const replied = repliesOver(transport);
  await finished(stdin, { signal, writable: false }).catch(() => undefined);
  stdin.unpipe(input);
  stop();
  await context.close();
  await replied();
  await serving.close();
}

/** @returns waits until all that was asked over the transport is answered, or can be no more; a subscription never is */
function repliesOver(transport: StdioServerTransport): () => Promise<void> {
  const pending = createPendingTasks();
  const open = new Map<unknown, () => void>();
  const end = (id: unknown): void => {
    open.get(id)?.();
    open.delete(id);
  };
  const { onmessage, onclose } = transport;
  const send = transport.send.bind(transport);
  transport.onmessage = (message) => {
    if ('method' in message && message.method === 'notifications/cancelled') end(message.params?.['requestId']);
    else if ('method' in message && 'id' in message && message.method !== 'subscriptions/listen') {
      // A second request with the id of one that is open.
      end(message.id);
      void pending.add(new Promise<void>((resolve) => open.set(message.id, resolve)));
    }
    onmessage?.(message);
  };
  transport.onclose = () => {
    [...open.keys()].forEach(end);
    onclose?.();
  };
  transport.send = (message) =>
    send(message).finally(() => {
      if (!('method' in message)) end(message.id);
    });
  return pending.settled;
}
