/** Identical work that is under way is joined, not started again. */
import { CancelledError } from '../domain/errors.ts';
import { throwIfAborted, untilStopped } from './sleep.ts';

/** @param concernsAll false where a value holds for whoever started the work alone: others then start for themselves */
export function createSingleFlight<Value>(concernsAll: (value: Value) => boolean = () => true) {
  const underWay = new Map<string, Promise<Value>>();
  return async (key: string, signal: AbortSignal, start: () => Promise<Value>) => {
    for (;;) {
      throwIfAborted(signal);
      const other = underWay.get(key);
      if (other === undefined) {
        const own = start().finally(() => underWay.delete(key));
        underWay.set(key, own);
        return { value: await own, joined: false };
      }
      try {
        const value = await untilStopped(other, signal);
        if (concernsAll(value)) return { value, joined: true };
      } catch (error) {
        // The other one was stopped; this one may not be, and then starts for itself.
        if (!(error instanceof CancelledError)) throw error;
      }
    }
  };
}
