/** How computing time grows with the size of the input: holds on a slow or busy machine, where a bound in seconds does not. */
import { cpuMs } from './cpu-ms.ts';

const FACTOR = 16;
const TRIES = 3;
/** Less than this is chance. */
const LEAST_MS = 0.5;
/** Collecting garbage is counted, too, and may disturb several tries in a row. */
const LARGE_TRIES = 8;
/** Between 16 of linear work, of which caches and the collector of garbage make up to 64, and 256 of quadratic work. */
export const LINEAR = 96;

/**
 * @returns how many times as long the work takes at `size` as at a sixteenth of it. The large size is tried again only
 * where it took more than linear time: what disturbs a try makes it longer, never shorter.
 */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  // What is compiled on the way counts for neither.
  await work(size / FACTOR);
  let largeMs = await cpuMs(() => work(size));
  const smallTriesMs: number[] = [];
  while (smallTriesMs.length < TRIES) smallTriesMs.push(await cpuMs(() => work(size / FACTOR)));
  const smallMs = Math.max(LEAST_MS, Math.min(...smallTriesMs));
  for (let tries = 1; tries < LARGE_TRIES && largeMs / smallMs >= LINEAR; tries += 1)
    largeMs = Math.min(largeMs, await cpuMs(() => work(size)));
  return largeMs / smallMs;
}
