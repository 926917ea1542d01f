/** Reading in processes that can be killed: what a document does to its reader is its own row in the record, and nobody else's. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pLimit from 'p-limit';
import type { Document } from '../domain/page.ts';
import { UnavailableError } from '../domain/errors.ts';
import { abortable, throwIfAborted } from '../web/abort.ts';
import { unreadable, type ExtractionLimits, type ExtractionOutcome } from './extract-page.ts';
import type { ReadingOutcome, WorkerReply, WorkerTask } from './extraction-worker.ts';

/** Two stay below 700 MB together with the process that uses them, whatever they read; more save little time. */
const WORKERS = Math.min(availableParallelism(), 2);
const atOnce = pLimit(WORKERS);
const idle = new Set<ChildProcess>();
const IS_SOURCE = import.meta.url.endsWith('.ts');
/** Built, it is a part of the command line's bundle, whoever starts it: that loads in half the time. */
const WORKER = IS_SOURCE
  ? new URL('./extraction-worker.ts', import.meta.url)
  : new URL(import.meta.url.replace(/(.*\/dist)\/.*/u, '$1/bin/extraction-worker.js'));

/** By itself V8 takes as much room as the machine can spare; the second in MB. */
const SMALL_HEAP = ['--heap-growing-percent=30', '--max-semi-space-size=4'];

/** As `extractPage`. @throws CancelledError */
export async function extractApart(
  document: Document,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExtractionOutcome> {
  const read = await readApart({ document, limits }, limits.extractionTimeoutMs, signal);
  return read.status === 'done' ? (read.value as ExtractionOutcome) : unreadable(read.reason);
}

/** Workers are started when there is work, and kept for more. @param timeoutMs from its start @throws CancelledError */
export function readApart(task: WorkerTask, timeoutMs: number, signal: AbortSignal): Promise<ReadingOutcome> {
  return atOnce(async () => {
    throwIfAborted(signal);
    const [worker = await startWorker()] = idle;
    idle.delete(worker);
    let isReusable = false;
    try {
      const reply = await abortable(ask(worker, task, timeoutMs), signal);
      isReusable = !reply.isWorn;
      return reply;
    } finally {
      // It keeps no process alive that has nothing else to do.
      worker.unref();
      worker.channel?.unref();
      if (isReusable) idle.add(worker);
      else worker.kill('SIGKILL');
    }
  });
}

/** Starts what is missing of the workers, for pages that are on their way: an empty one loads what most of them need. */
export function warmUpWorkers(limits: ExtractionLimits, signal: AbortSignal): void {
  const bytes = new TextEncoder().encode('<html>');
  const document = { url: '', finalUrl: '', via: 'web' as const, bytes, contentType: null, fetchedAt: '' };
  for (let count = idle.size + atOnce.activeCount + atOnce.pendingCount; count < WORKERS; count += 1)
    extractApart(document, limits, signal).catch(() => undefined);
}

/** @throws UnavailableError where the system starts no process */
async function startWorker(): Promise<ChildProcess> {
  const worker = fork(WORKER, {
    // Node loads no TypeScript by itself.
    execArgv: [...SMALL_HEAP, ...(IS_SOURCE ? ['--import', import.meta.resolve('tsx')] : [])],
    serialization: 'advanced',
    // What V8 says at its end is nothing for users.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  worker.on('exit', () => idle.delete(worker)).on('error', () => idle.delete(worker));
  const ended = once(worker, 'exit').then(([code]) => Promise.reject(new Error(`it ended with ${String(code)}`)));
  // It says when it is ready: only then does a document's time begin.
  await Promise.race([once(worker, 'message'), ended]).catch((cause: unknown) => {
    throw new UnavailableError('No process could be started to read documents in.', { cause });
  });
  return worker;
}

async function ask(worker: ChildProcess, task: WorkerTask, timeoutMs: number): Promise<WorkerReply> {
  const answered = new AbortController();
  const { signal } = answered;
  const failed = (reason: string): WorkerReply => ({ status: 'failed', reason, isWorn: true });
  try {
    worker.ref();
    worker.channel?.ref();
    worker.send(task);
    return await Promise.race([
      once(worker, 'message', { signal }).then(([reply]) => reply as WorkerReply),
      once(worker, 'exit', { signal }).then(([code, name]) =>
        failed(name === 'SIGKILL' ? 'took too much memory' : `ended its reader (${String(name ?? code)})`),
      ),
      delay(timeoutMs, failed(`took longer than ${timeoutMs} ms`), { signal }),
    ]);
  } finally {
    answered.abort();
  }
}
