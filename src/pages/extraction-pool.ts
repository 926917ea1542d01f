/** Extraction in processes that can be killed: what a document does to its reader is its own row in the record, and nobody else's. */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import type { Document } from '../domain/page.ts';
import { throwIfAborted, untilStopped } from '../web/sleep.ts';
import { unreadable, type ExtractionLimits, type ExtractionOutcome } from './extract-page.ts';
import type { WorkerReply, WorkerTask } from './extraction-worker.ts';

/** Two stay below 700 MB together with the process that uses them, whatever they read; more save little time. */
const WORKERS = Math.min(availableParallelism(), 2);
const atOnce = pLimit(WORKERS);
const idle = new Set<ChildProcess>();
const EXTENSION = extname(fileURLToPath(import.meta.url));
const WORKER = new URL(`./extraction-worker${EXTENSION}`, import.meta.url);

/** As `extractPage`; workers are started when there is work, and kept for more. @throws CancelledError */
export function extractApart(
  document: Document,
  limits: ExtractionLimits,
  signal: AbortSignal,
): Promise<ExtractionOutcome> {
  return atOnce(async () => {
    throwIfAborted(signal);
    const [worker = startWorker()] = idle;
    idle.delete(worker);
    let isReusable = false;
    try {
      const { outcome, isWorn } = await untilStopped(ask(worker, { document, limits }), signal);
      isReusable = !isWorn;
      return outcome;
    } finally {
      release(worker);
      if (isReusable) idle.add(worker);
      else worker.kill('SIGKILL');
    }
  });
}

/** Starts what is missing of the workers, for documents that are on their way. */
export function warmUpWorkers(): void {
  for (let count = idle.size + atOnce.activeCount; count < WORKERS; count += 1) {
    const worker = startWorker();
    release(worker);
    idle.add(worker);
  }
}

/** Keeps no process alive that has nothing else to do. */
function release(worker: ChildProcess): void {
  worker.unref();
  worker.channel?.unref();
}

function startWorker(): ChildProcess {
  const worker = fork(WORKER, {
    // Node loads no TypeScript by itself.
    execArgv: EXTENSION === '.ts' ? ['--import', 'tsx'] : [],
    serialization: 'advanced',
    // What V8 says at its end is nothing for users.
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return worker.on('exit', () => idle.delete(worker)).on('error', () => idle.delete(worker));
}

async function ask(worker: ChildProcess, task: WorkerTask): Promise<WorkerReply> {
  const answered = new AbortController();
  const { signal } = answered;
  const { extractionTimeoutMs } = task.limits;
  const failed = (reason: string): WorkerReply => ({ outcome: unreadable(reason), isWorn: true });
  try {
    worker.ref();
    worker.channel?.ref();
    worker.send(task);
    return await Promise.race([
      once(worker, 'message', { signal }).then(([reply]) => reply as WorkerReply),
      once(worker, 'exit', { signal }).then(([code, name]) =>
        failed(name === 'SIGKILL' ? 'took too much memory' : `ended its reader (${String(name ?? code)})`),
      ),
      delay(extractionTimeoutMs, failed(`took longer than ${extractionTimeoutMs} ms`), { signal }),
    ]);
  } finally {
    answered.abort();
  }
}
