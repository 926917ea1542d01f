/** The process that reads documents, one after another. */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { Document } from '../domain/page.ts';
import { extractPage, unreadable, type ExtractionLimits, type ExtractionOutcome } from './extract-page.ts';
import { extractHtml } from './html/extract-html.ts';

export interface WorkerTask {
  readonly document: Document;
  readonly limits: ExtractionLimits;
}

export interface WorkerReply {
  readonly outcome: ExtractionOutcome;
  /** The process has grown too large to be used again. */
  readonly isWorn: boolean;
}

const MAX_RSS_BYTES = 256 * 2 ** 20;
/** Above it a process is not used again: what one document leaves behind would be billed to the next. */
const WORN_RSS_BYTES = 200 * 2 ** 20;

/**
 * Sees to memory, whose greater part may lie outside of V8's heap and its limits, and to the parent's death, which
 * this thread could not hear of while it is at work. Plain JavaScript, since a thread loads no TypeScript.
 */
const WATCHDOG = `
const { ppid } = process;
setInterval(() => {
  if (process.memoryUsage.rss() > ${MAX_RSS_BYTES} || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL');
}, 10);`;

new Worker(WATCHDOG, { eval: true, execArgv: [] }).unref();
// What most documents need is loaded while the first of them is on its way.
await extractHtml('<p>.</p>');
// An interrupt from the keyboard reaches all processes of the group: it is the parent who decides what it means.
process.on('SIGINT', () => undefined);
process.on('message', async ({ document, limits }: WorkerTask) => {
  const outcome = await extractPage(document, limits).catch((error: unknown) => unreadable(String(error)));
  const reply: WorkerReply = { outcome, isWorn: process.memoryUsage.rss() > WORN_RSS_BYTES };
  process.send?.(reply);
});
