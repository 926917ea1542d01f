/** Abort signals: waits and work that end when a run is stopped. */
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError } from '../domain/errors.ts';

export class TimeoutError extends Error {
  readonly timeoutMs: number;

  constructor(timeoutMs: number) {
    super(`no answer within ${timeoutMs / 1000} s`);
    this.name = 'TimeoutError';
    this.timeoutMs = timeoutMs;
  }
}

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw cancelled(signal);
}

/** @throws CancelledError as soon as the signal is aborted */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal);
  try {
    await delay(ms, undefined, { signal });
  } catch (error) {
    throwIfAborted(signal);
    throw error;
  }
}

/** Stops waiting for the work, but does not stop the work: others may wait for it. @throws CancelledError as soon as the signal is aborted */
export function abortable<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(cancelled(signal));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Runs the work with a signal that aborts when the outer signal does, or after the timeout.
 * @throws TimeoutError if the work failed after the timeout
 */
export async function withTimeout<Result>(
  timeoutMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // Made when it is needed: an error records its stack, which takes longer than a query of the store.
  const fired: { error: TimeoutError | null } = { error: null };
  try {
    return await withLimit(timeoutMs, outer, work, () => (fired.error = new TimeoutError(timeoutMs)));
  } catch (error) {
    throw fired.error ?? error;
  }
}

/** Runs the work with a signal that aborts when the outer signal does, or after the limit: for work that then ends without failing. */
export async function withLimit<Result>(
  limitMs: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
  reasonOf = (): unknown => undefined,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => {
    if (!controller.signal.aborted) controller.abort(reasonOf());
  }, limitMs);
  const unlink = linkAbort(controller, outer);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    unlink();
  }
}

/**
 * Aborts the controller when the outer signal aborts. Replaces `AbortSignal.any`: in Node 20 a long-lived signal keeps
 * its derived signals in memory, and an `AbortSignal.timeout` that only a derived signal refers to may be collected
 * before it fires.
 * @returns removes the link
 */
export function linkAbort(controller: AbortController, outer: AbortSignal): () => void {
  const stop = () => controller.abort(outer.reason);
  allowManyListeners(controller.signal);
  outer.addEventListener('abort', stop, { once: true });
  if (outer.aborted) stop();
  return () => outer.removeEventListener('abort', stop);
}

/**
 * Hundreds of calls may listen to one signal; Node reports more than ten listeners as a leak. The limit is not 0 (no limit):
 * Node 20 then no longer recognizes the signal as an event target, and undici's fetch fails.
 */
export function allowManyListeners(signal: AbortSignal): void {
  setMaxListeners(10_000, signal);
}

function cancelled(signal: AbortSignal): CancelledError {
  return new CancelledError('The run was stopped.', { cause: signal.reason });
}
