/** Extraction on all cores where there is much of it: it takes more computing than all the rest of reading pages. */
import { availableParallelism } from 'node:os';
import type { Document } from '../domain/page.ts';
import type { ExtractionTask } from './extract-worker.ts';
import { extractPage, type ExtractionLimits, type ExtractionOutcome } from './extract-page.ts';

export interface ExtractionPool {
  /** As `extractPage`, in a worker. */
  extract(document: Document, limits: ExtractionLimits): Promise<ExtractionOutcome>;
  close(): Promise<void>;
}

/** With fewer documents the start of the workers takes longer than they save (66 guides of a library: no gain). */
const MIN_DOCUMENTS = 80;
/** More do not help: pages come no faster, and each takes some 50 MB. */
const MAX_WORKERS = 4;

/**
 * Workers start while the first documents are on their way, when there is nothing else to compute. Stored ones come
 * without a wait, and start none: a second run has little or nothing to extract.
 */
export function createExtractionPool(documents: number): ExtractionPool {
  const workers = Math.min(availableParallelism(), MAX_WORKERS);
  // Workers run the built package alone: Node loads no TypeScript, so from sources everything stays in this thread.
  const isBuilt = import.meta.url.endsWith('.js');
  if (documents < MIN_DOCUMENTS || workers < 2 || !isBuilt)
    return { extract: extractPage, close: () => Promise.resolve() };
  let started: ReturnType<typeof startWorkers> | undefined;
  const start = () => (started ??= startWorkers(workers));
  // A failure is met again by the first extraction, which reports it.
  const early = setImmediate(() => void start().catch(() => undefined));
  return {
    extract: async (document, limits) => {
      const pool = await start();
      const task: ExtractionTask = { document, limits };
      return (await pool.run(task)) as ExtractionOutcome;
    },
    close: async () => {
      clearImmediate(early);
      const pool = await started;
      await pool?.destroy();
    },
  };
}

async function startWorkers(workers: number) {
  const { Tinypool } = await import('tinypool');
  return new Tinypool({
    filename: new URL('./extract-worker.js', import.meta.url).href,
    minThreads: workers,
    maxThreads: workers,
    isolateWorkers: false,
  });
}
