/** Long work without a pause: whoever else waits in this process has a turn now and then. */
import { setImmediate } from 'node:timers/promises';

/** @returns to be awaited after each step; it pauses where the last pause was that long ago */
export function createTurns(everyMs = 10): () => Promise<void> {
  let lastMs = performance.now();
  return async () => {
    if (performance.now() - lastMs < everyMs) return;
    await setImmediate();
    lastMs = performance.now();
  };
}
