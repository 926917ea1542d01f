/** Single flight: concurrent calls with the same key share one execution. */
import { CancelledError } from '../domain/errors.ts';
import { abortable, throwIfAborted } from './abort.ts';

/** @param isShareable false for a value that only its own caller may use; the other callers then start their own execution */
export function createSingleFlight<Value>(isShareable: (value: Value) => boolean = () => true) {
  const inFlight = new Map<string, Promise<Value>>();
  return async (key: string, signal: AbortSignal, start: () => Promise<Value>) => {
    for (;;) {
      throwIfAborted(signal);
      const existing = inFlight.get(key);
      if (existing === undefined) {
        const started = start().finally(() => inFlight.delete(key));
        inFlight.set(key, started);
        return { value: await started, joined: false };
      }
      try {
        const value = await abortable(existing, signal);
        if (isShareable(value)) return { value, joined: true };
      } catch (error) {
        // The other caller was cancelled. Start again, unless this one was, too.
        if (!(error instanceof CancelledError)) throw error;
      }
    }
  };
}
