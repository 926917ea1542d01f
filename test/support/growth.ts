/** How computing time grows with the size of the input: holds on a slow or busy machine, where a bound in seconds does not. */
import { cpuMs } from './cpu-ms.ts';

const FACTOR = 8;
const TRIES = 3;
/** Between 8 of linear work and 64 of quadratic work. */
export const LINEAR = 24;

/** @returns how many times as long the work takes at `size` as at an eighth of it */
export async function growth(work: (size: number) => unknown, size: number): Promise<number> {
  // What is compiled on the way counts for neither.
  await work(size / FACTOR);
  return (await leastMs(work, size)) / (await leastMs(work, size / FACTOR));
}

async function leastMs(work: (size: number) => unknown, size: number): Promise<number> {
  const triesMs: number[] = [];
  while (triesMs.length < TRIES) triesMs.push(await cpuMs(() => work(size)));
  return Math.min(...triesMs);
}
