/** The worker process that reads untrusted documents, one after another. */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { Document } from '../domain/page.ts';
import { parseYaml } from '../text/parse-yaml.ts';
import { extractPage } from './extract-page.ts';
import type { ExtractionLimits } from './extraction-outcome.ts';

/** Extract a page, say what of a document is its page, tokenize Markdown, or parse YAML. */
export type WorkerTask =
  | { readonly document: Document; readonly limits: ExtractionLimits }
  | { readonly explained: Document; readonly limits: ExtractionLimits }
  | { readonly markdown: string }
  | { readonly yaml: string };

export type WorkerReply = ReadingOutcome & {
  /** True if the process uses too much memory for another task. */
  readonly shouldRestart: boolean;
};

export type ReadingOutcome =
  { readonly status: 'done'; readonly value: unknown } | { readonly status: 'failed'; readonly reason: string };

/** Pages and texts of 9 MB take 250 MB. */
const MAX_RSS_BYTES = 256 * 2 ** 20;
/** Above this the process is replaced: leftovers of one document must not count for the next. */
const RESTART_RSS_BYTES = 200 * 2 ** 20;

/**
 * Kills the process if it uses too much memory, most of which may be outside V8's heap and its limits, or if the parent has
 * died, which a busy main thread cannot notice. Plain JavaScript: threads do not load TypeScript.
 */
const WATCHDOG = `
const { ppid } = process;
setInterval(() => {
  if (process.memoryUsage.rss() > ${MAX_RSS_BYTES} || process.ppid !== ppid) process.kill(process.pid, 'SIGKILL');
}, 10);`;

new Worker(WATCHDOG, { eval: true, execArgv: [] }).unref();
// Ctrl-C reaches the whole process group. Ignore it: the parent decides.
process.on('SIGINT', () => undefined);
process.on('message', (task: WorkerTask) => {
  const answer = (outcome: ReadingOutcome): void => {
    process.send?.({ ...outcome, shouldRestart: process.memoryUsage.rss() > RESTART_RSS_BYTES } satisfies WorkerReply);
  };
  void read(task).then(
    (value) => answer({ status: 'done', value }),
    (error: unknown) => answer({ status: 'failed', reason: `cannot be read: ${String(error)}` }),
  );
});
process.send?.('ready');

async function read(task: WorkerTask): Promise<unknown> {
  if ('document' in task) return extractPage(task.document, task.limits);
  if ('explained' in task) return (await import('./explain-page.ts')).explainPage(task.explained, task.limits);
  if ('yaml' in task) return parseYaml(task.yaml);
  const { marked } = await import('marked');
  return marked.lexer(task.markdown);
}
