/** Asks an address again and again and says how long the worst answer took: `probe.ts URL`; each line on stdin ends a span. */
import process from 'node:process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 10;
let worstMs = 0;
let failed = 0;
let since = performance.now();
const input = createInterface({ input: process.stdin });
input.on('line', () => {
  // The one under way may be the worst.
  console.log(JSON.stringify({ worstMs: Math.max(worstMs, performance.now() - since), failed }));
  worstMs = 0;
  failed = 0;
});
const ended = new AbortController();
input.once('close', () => ended.abort());
while (!ended.signal.aborted) {
  since = performance.now();
  const isWell = await fetch(process.argv[2] ?? '').then(
    async (response) => (await response.text()) !== '' && response.ok,
    () => false,
  );
  if (!isWell) failed += 1;
  worstMs = Math.max(worstMs, performance.now() - since);
  await delay(EVERY_MS);
  since = performance.now();
}
