/**
 * The functions of a module as checks, in a thread of its own: one that never returns is ended, and what one prints stays
 * out of results. The module runs with the rights of whoever names it.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { z } from 'zod';
import type { CheckFunction, CheckFunctions, CheckSubject, FunctionAnswer } from '../../domain/check.ts';
import { InputError, messageOf } from '../../domain/errors.ts';
import { sha256Hex } from '../../text/hash.ts';

const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const said = (error) => {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'what it threw is no text';
  }
};
for (const stream of [process.stdout, process.stderr])
  stream.write = (chunk, ...rest) => {
    parentPort.postMessage({ output: String(chunk) });
    rest.find((each) => typeof each === 'function')?.();
    return true;
  };
const loading = import(workerData);
loading.then(
  (loaded) => parentPort.postMessage({ names: Object.keys(loaded).filter((name) => typeof loaded[name] === 'function') }),
  (error) => parentPort.postMessage({ error: said(error) }),
);
// The signal is there for functions that are written for both: here the thread is ended instead.
parentPort.on('message', async ({ id, name, response, about }) => {
  try {
    const loaded = await loading;
    parentPort.postMessage({ id, answer: await loaded[name](response, { ...about, signal: new AbortController().signal }) });
  } catch (error) {
    parentPort.postMessage({ id, error: said(error) });
  }
});`;

const Loaded = z.object({ names: z.array(z.string()) }).or(z.object({ error: z.string() }));
const Printed = z.object({ output: z.string() });
const Answered = z.object({ id: z.int(), answer: z.unknown().optional(), error: z.string().optional() });

interface Question {
  readonly name: string;
  readonly response: string;
  readonly about: Omit<CheckSubject, 'signal'>;
}

const LOADING_MS = 10_000;

/**
 * @param onOutput gets what the module prints
 * @param over ends its thread, which otherwise ends with the process; later calls fail
 * @throws InputError where it cannot be loaded, or exports no function
 */
export async function loadChecks(
  path: string,
  onOutput: (text: string) => void = () => undefined,
  over?: AbortSignal,
): Promise<CheckFunctions> {
  const source = await readFile(path).catch((error: unknown) => {
    throw new InputError(`${path} cannot be read: ${messageOf(error)}.`, { advice: ADVICE, cause: error });
  });
  const version = sha256Hex(source);
  const url = pathToFileURL(resolve(path)).href;
  let thread: Worker | null = null;
  const openThread = (): Worker => {
    over?.throwIfAborted();
    const worker = startThread(url, onOutput);
    thread = worker;
    return worker.on('exit', () => {
      if (thread === worker) thread = null;
    });
  };
  over?.addEventListener('abort', () => void thread?.terminate(), { once: true });
  const names = await loadedNames(openThread(), path);
  const used = new WeakSet<Worker>();
  let calls = 0;

  const askIn = (worker: Worker, question: Question, signal: AbortSignal) => {
    const id = (calls += 1);
    used.add(worker);
    worker.ref();
    return new Promise<FunctionAnswer>((resolve, reject) => {
      const onMessage = (message: unknown) => {
        const answered = Answered.safeParse(message).data;
        if (answered?.id !== id) return;
        end();
        if (answered.error === undefined) resolve(answered.answer as FunctionAnswer);
        else reject(new Error(answered.error));
      };
      let uncaught = new Error('it ended its thread');
      const onError = (error: Error) => {
        uncaught = error;
      };
      const lose = (error: Error) => {
        end();
        if (thread === worker) thread = null;
        void worker.terminate();
        reject(error);
      };
      // An error may overtake the answer that was sent before it; the thread's end comes after both.
      const onExit = () => lose(uncaught);
      const onAbort = () => lose(signal.reason as Error);
      const end = () => {
        worker.off('message', onMessage).off('error', onError).off('exit', onExit);
        signal.removeEventListener('abort', onAbort);
        // It keeps no program running.
        worker.unref();
      };
      worker.on('message', onMessage).on('error', onError).on('exit', onExit);
      signal.addEventListener('abort', onAbort, { once: true });
      worker.postMessage({ id, ...question });
    });
  };
  const callIn =
    (name: string): CheckFunction =>
    async (response, { signal, ...about }) => {
      const question = { name, response, about };
      const worker = thread ?? openThread();
      // What ends a thread may be left over from an earlier call.
      const mayBeOfEarlier = used.has(worker);
      try {
        return await askIn(worker, question, signal);
      } catch (error) {
        if (!mayBeOfEarlier || thread === worker || signal.aborted) throw error;
        return askIn(thread ?? openThread(), question, signal);
      }
    };
  return Object.fromEntries(names.map((name) => [name, Object.assign(callIn(name), { version })]));
}

const ADVICE = 'Name an ES module that exports functions (docs/checks.md#functions-of-your-own).';

/** What dies when nobody listens ends nothing else. What is printed comes as messages: streams would keep the program running. */
function startThread(url: string, onOutput: (text: string) => void): Worker {
  const worker = new Worker(THREAD, { eval: true, workerData: url, stdout: true, stderr: true });
  worker.on('message', (message: unknown) => {
    const printed = Printed.safeParse(message).data;
    if (printed !== undefined) onOutput(printed.output);
  });
  return worker.on('error', () => undefined);
}

async function loadedNames(worker: Worker, path: string): Promise<readonly string[]> {
  const loaded = await new Promise<z.infer<typeof Loaded>>((resolve) => {
    const settle = (one: z.infer<typeof Loaded>) => {
      clearTimeout(timer);
      worker.removeListener('message', onMessage).removeListener('exit', onExit);
      resolve(one);
    };
    const timer = setTimeout(() => settle({ error: `it took longer than ${LOADING_MS / 1000} s` }), LOADING_MS);
    const onMessage = (message: unknown) => {
      const one = Loaded.safeParse(message).data;
      if (one !== undefined) settle(one);
    };
    const onExit = () => settle({ error: 'it ended its thread' });
    worker.on('message', onMessage).on('exit', onExit);
  });
  const names = 'names' in loaded ? loaded.names : [];
  if (names.length > 0) {
    worker.unref();
    return names;
  }
  void worker.terminate();
  const why = 'error' in loaded ? `cannot be loaded: ${loaded.error}` : 'exports no function';
  throw new InputError(`${path} ${why}.`, { advice: ADVICE });
}
