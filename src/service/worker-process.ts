/** The process that does the work of jobs, so that whoever only reads never waits for it. Started by worker.ts. */
import { messageOf } from '../domain/errors.ts';
import { openGroundrule, type Groundrule, type GroundruleSetup } from '../groundrule.ts';
import type { RunEvent } from '../domain/run-context.ts';
import { startTracing } from './tracing.ts';
import type { JobWork, WorkOutcome } from '../jobs/queue/job-runner.ts';
import { gatherEvents } from './gather-events.ts';
import { doWork } from './work.ts';

export type WorkerSetup = Pick<GroundruleSetup, 'config' | 'secrets' | 'proxy' | 'defaultStorePath'>;

export type ToWorker =
  | { readonly type: 'open'; readonly setup: WorkerSetup }
  | { readonly type: 'run'; readonly id: number; readonly work: JobWork }
  | { readonly type: 'stop'; readonly id: number }
  | { readonly type: 'beat' }
  | { readonly type: 'close' };

export type FromWorker =
  | { readonly type: 'opened' }
  | { readonly type: 'refused'; readonly message: string }
  /** Its event loop goes on. */
  | { readonly type: 'beat' }
  /** To what was sent, which is paid for; then it ends. */
  | { readonly type: 'awaits'; readonly answers: number }
  | { readonly type: 'events'; readonly id: number; readonly events: readonly RunEvent[] }
  | { readonly type: 'outcome'; readonly id: number; readonly outcome: WorkOutcome };

const running = new Map<number, { readonly controller: AbortController; readonly ended: Promise<void> }>();
const stopping = new AbortController();
const giveUp = new AbortController();
/** What this process paid for is kept, unless the store stays away. */
const MAX_CLOSING_MS = 10_000;
let client: Groundrule | undefined;
let endTracing: (() => Promise<void>) | undefined;
const tell = (message: FromWorker): void => {
  // Where nobody listens any more this process ends anyway.
  if (process.connected) process.send?.(message, () => undefined);
};

process.on('message', (message: ToWorker) => {
  if (message.type === 'open') void open(message.setup);
  else if (message.type === 'run') begin(message.id, message.work);
  else if (message.type === 'stop') running.get(message.id)?.controller.abort();
  else if (message.type === 'beat') tell({ type: 'beat' });
  else void close();
});
// Whoever is told to stop is the process that started this one; what it paid for is still kept.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined);
process.on('disconnect', () => {
  // It was told to stop once more while this one waited.
  if (stopping.signal.aborted) process.exit();
  void close();
});

async function close(): Promise<void> {
  setTimeout(() => giveUp.abort(), MAX_CLOSING_MS).unref();
  stopping.abort();
  try {
    await Promise.all([...running.values()].map(({ ended }) => ended));
    await client?.close();
    await endTracing?.();
  } finally {
    process.exit();
  }
}

async function open(setup: WorkerSetup): Promise<void> {
  try {
    client = await openGroundrule({
      ...setup,
      signal: stopping.signal,
      onAwaitAnswers: (answers) => tell({ type: 'awaits', answers }),
      storePatience: { maxAwayMs: Number.POSITIVE_INFINITY, signal: giveUp.signal },
    });
    // The process that started this one has said what could not be sent.
    endTracing = await startTracing(() => undefined);
    tell({ type: 'opened' });
  } catch (error) {
    tell({ type: 'refused', message: messageOf(error) });
  }
}

function begin(id: number, work: JobWork): void {
  const controller = new AbortController();
  running.set(id, { controller, ended: run(id, work, controller.signal) });
}

async function run(id: number, work: JobWork, signal: AbortSignal): Promise<void> {
  if (client === undefined) return;
  const log = gatherEvents((events) => tell({ type: 'events', id, events }));
  const outcome = await doWork(client, work, { signal, onEvent: log.add });
  running.delete(id);
  log.flush();
  tell({ type: 'outcome', id, outcome });
}
