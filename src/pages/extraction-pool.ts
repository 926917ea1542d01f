/** A pool of worker processes for untrusted documents. A document that breaks its worker only loses its own result. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Document } from '../domain/page.ts';
import { messageOf, UnavailableError } from '../domain/errors.ts';
import { abortable, throwIfAborted } from '../web/abort.ts';
import type { ExplainOutcome } from '../domain/explained-page.ts';
import { failed, type ExtractionLimits, type ExtractionOutcome } from './extraction-outcome.ts';
import type { ReadingOutcome, WorkerReply, WorkerTask } from './extraction-worker.ts';

/** Two stay below 700 MB, main process included. More save little time. */
const WORKERS = Math.min(availableParallelism(), 2);
const slots = pLimit(WORKERS);
const idle = new Set<ChildProcess>();
const IS_SOURCE = import.meta.url.endsWith('.ts');
/** The build bundles the worker, which halves its start time. */
const WORKER = IS_SOURCE
  ? new URL('./extraction-worker.ts', import.meta.url)
  : new URL(import.meta.url.replace(/(.*\/dist)\/.*/u, '$1/bin/extraction-worker.js'));

/** V8 otherwise uses as much memory as the machine has. The second value is in MB. */
const SMALL_HEAP = ['--heap-growing-percent=30', '--max-semi-space-size=4'];

/** `extractPage` in a worker. @throws CancelledError */
export async function extractInWorker(
  document: Document,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExtractionOutcome> {
  const outcome = await runInWorker({ document, limits }, limits.extractionTimeoutMs, signal);
  return outcome.status === 'done' ? (outcome.value as ExtractionOutcome) : failed('unreadable', outcome.reason);
}

/** `explainPage` in a worker. @throws CancelledError */
export async function explainInWorker(
  document: Document,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExplainOutcome> {
  const outcome = await runInWorker({ explained: document, limits }, limits.extractionTimeoutMs, signal);
  return outcome.status === 'done' ? (outcome.value as ExplainOutcome) : outcome;
}

/** Starts workers on demand and reuses them. @param timeoutMs from the start of the task @throws CancelledError */
export function runInWorker(task: WorkerTask, timeoutMs: number, signal: AbortSignal): Promise<ReadingOutcome> {
  return slots(async () => {
    throwIfAborted(signal);
    const [worker = await startWorker()] = idle;
    idle.delete(worker);
    let isReusable = false;
    try {
      const reply = await abortable(ask(worker, task, timeoutMs), signal);
      isReusable = !reply.shouldRestart;
      return reply;
    } finally {
      // An idle worker must not keep the main process alive.
      worker.unref();
      worker.channel?.unref();
      if (isReusable) idle.add(worker);
      else worker.kill('SIGKILL');
    }
  });
}

/** Starts missing workers while pages are being fetched. An empty page loads the modules that most pages need. */
export function warmUpWorkers(limits: ExtractionLimits, signal: AbortSignal): void {
  const bytes = new TextEncoder().encode('<html>');
  const document = { url: '', finalUrl: '', via: 'web' as const, bytes, contentType: null, fetchedAt: '' };
  for (let count = idle.size + slots.activeCount + slots.pendingCount; count < WORKERS; count += 1)
    extractInWorker(document, limits, signal).catch(() => undefined);
}

/** @throws UnavailableError if the process cannot be started */
async function startWorker(): Promise<ChildProcess> {
  const worker = fork(WORKER, {
    // Node does not load TypeScript without tsx.
    execArgv: [...SMALL_HEAP, ...(IS_SOURCE ? ['--import', import.meta.resolve('tsx')] : [])],
    serialization: 'advanced',
    // Hide V8's output when it runs out of memory.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.on('exit', () => idle.delete(worker)).on('error', () => idle.delete(worker));
  const ended = once(worker, 'exit').then(([code]) =>
    Promise.reject(new Error(`The process exited with ${String(code)}.`)),
  );
  // Wait until the worker is ready: its start does not count for the timeout.
  await Promise.race([once(worker, 'message'), ended]).catch((cause: unknown) => {
    throw new UnavailableError('The process that reads documents could not be started.', { cause });
  });
  return worker;
}

async function ask(worker: ChildProcess, task: WorkerTask, timeoutMs: number): Promise<WorkerReply> {
  const finished = new AbortController();
  const { signal } = finished;
  const failing = (reason: string): WorkerReply => ({ status: 'failed', reason, shouldRestart: true });
  try {
    worker.ref();
    worker.channel?.ref();
    worker.send(task);
    return await Promise.race([
      once(worker, 'message', { signal }).then(([reply]) => reply as WorkerReply),
      once(worker, 'exit', { signal }).then(([code, name]) =>
        failing(name === 'SIGKILL' ? 'took too much memory' : `crashed the worker process (${String(name ?? code)})`),
      ),
      delay(timeoutMs, failing(`took longer than ${timeoutMs} ms`), { signal }),
    ]).catch((error: unknown) => failing(`lost the worker process (${messageOf(error)})`));
  } finally {
    finished.abort();
  }
}
