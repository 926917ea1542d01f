/** Regular expressions may be anybody's: a thread of their own runs them, and is ended where one takes too long. */
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import { PATTERN_FLAGS } from '../../../domain/check.ts';

/** A list of all matches may take more memory than the thread has, and that would end the whole process. */
const THREAD = `
const { parentPort } = require('node:worker_threads');
parentPort.on('message', ({ text, source, flags }) => {
  try {
    let count = 0;
    for (const _ of text.matchAll(new RegExp(source, flags))) count += 1;
    parentPort.postMessage(count);
  } catch {
    parentPort.postMessage(null);
  }
});`;

/** What the patterns of one check may take together, or of all checks of one response. */
export interface PatternTime {
  leftMs: number;
}
const CHECK_MS = 2_000;
export const timeForResponse = (): PatternTime => ({ leftMs: 3 * CHECK_MS });
export const timeForCheck = ({ leftMs }: PatternTime): PatternTime => ({ leftMs: Math.min(CHECK_MS, leftMs) });

let thread: Worker | null = null;
/** One after the other: the thread that is ended has no other's question. */
let queue: Promise<unknown> = Promise.resolve();

/** @returns how often the pattern matches; null where that takes too long, or more memory than there is */
export function countMatches(text: string, source: string, time: PatternTime): Promise<number | null> {
  const count = queue.then(async () => {
    if (time.leftMs <= 0) return null;
    const start = performance.now();
    const result = await ask({ text, source, flags: PATTERN_FLAGS }, time.leftMs);
    time.leftMs -= performance.now() - start;
    return result;
  });
  queue = count.catch(() => null);
  return count;
}

/** One that dies when nobody listens any more ends nothing else. */
function newThread(): Worker {
  const worker = new Worker(THREAD, { eval: true, env: {}, resourceLimits: { maxOldGenerationSizeMb: 64 } });
  return worker.on('error', () => undefined);
}

function ask(question: Record<'text' | 'source' | 'flags', string>, limitMs: number): Promise<number | null> {
  const worker = (thread ??= newThread());
  worker.ref();
  return new Promise((resolve) => {
    const answered = (count: unknown) => end(z.int().nullable().parse(count), true);
    const failed = () => end(null, false);
    const timer = setTimeout(failed, limitMs);
    const end = (count: number | null, isUsable: boolean) => {
      clearTimeout(timer);
      worker.off('message', answered).off('error', failed).off('exit', failed);
      // It keeps no program running.
      worker.unref();
      if (!isUsable) {
        thread = null;
        void worker.terminate();
      }
      resolve(count);
    };
    worker.on('message', answered).on('error', failed).on('exit', failed);
    worker.postMessage(question);
  });
}
