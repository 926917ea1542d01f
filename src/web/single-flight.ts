/** Single flight: concurrent calls with the same key share one execution. */
import { CancelledError } from '../domain/errors.ts';
import { abortable, allowManyListeners, throwIfAborted } from './abort.ts';

interface Flight<Value> {
  readonly result: Promise<Value>;
  readonly stop: AbortController;
  waiting: number;
}

/** @param isShareable false for a value that only its own caller may use; the other callers then start their own execution */
export function createSingleFlight<Value>(isShareable: (value: Value) => boolean = () => true) {
  const inFlight = new Map<string, Flight<Value>>();

  function begin(key: string, start: (signal: AbortSignal) => Promise<Value>): Flight<Value> {
    const stop = new AbortController();
    allowManyListeners(stop.signal);
    const flight = { result: start(stop.signal).finally(() => inFlight.delete(key)), stop, waiting: 0 };
    inFlight.set(key, flight);
    return flight;
  }

  /**
   * @param signal ends the wait for what another caller started
   * @param start its signal aborts when nobody waits for it any more
   * @param ownSignal ends the wait for what this caller started
   */
  return async (
    key: string,
    signal: AbortSignal,
    start: (signal: AbortSignal) => Promise<Value>,
    ownSignal = signal,
  ) => {
    allowManyListeners(ownSignal);
    for (;;) {
      throwIfAborted(signal);
      const existing = inFlight.get(key);
      const flight = existing ?? begin(key, start);
      const joined = existing !== undefined;
      flight.waiting += 1;
      try {
        const value = await abortable(flight.result, joined ? signal : ownSignal);
        if (!joined || isShareable(value)) return { value, joined };
      } catch (error) {
        // The other caller was cancelled. Start again, unless this one was, too.
        if (!joined || !(error instanceof CancelledError)) throw error;
      } finally {
        flight.waiting -= 1;
        if (flight.waiting === 0) {
          flight.stop.abort(ownSignal.reason);
          await flight.result.catch(() => undefined);
        }
      }
    }
  };
}
