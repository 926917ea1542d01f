/** Waiting that a stop ends. */
import { setTimeout as delay } from 'node:timers/promises';
import { CancelledError } from '../domain/errors.ts';

export function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new CancelledError('The run was stopped.', { cause: signal.reason });
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

/** The work goes on for whoever else waits for it. @throws CancelledError as soon as the signal is aborted */
export function untilStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new CancelledError('The run was stopped.', { cause: signal.reason }));
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
    void work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
