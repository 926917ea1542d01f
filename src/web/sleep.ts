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
