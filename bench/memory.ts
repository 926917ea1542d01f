/**
 * Memory of one client over many discoveries, one after another: `npm run bench:memory -- [--runs N]`. Prints the heap
 * in use and the resident memory after each tenth, garbage collected before; the last line is JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createGroundrule } from '../src/index.ts';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '200' } } });
const runs = Number(values.runs);
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bundled kinds and topics of our own: no two tasks are the same. */
const KINDS = ['cover letter', 'press release', 'blog post', 'policy brief', 'grant proposal'];
const TOPICS = ['night buses', 'a seed library', 'coffee', 'school gardens', 'old bridges', 'bees', 'trams'];

// On disk: a store in memory grows with what it keeps.
const folder = await mkdtemp(join(tmpdir(), 'groundrule-memory-'));
const groundrule = await createGroundrule({ store: join(folder, 'store.sqlite') });
const megabytes = (bytes: number) => Math.round(bytes / 1e5) / 10;
const samples: { readonly runs: number; readonly heapMb: number; readonly rssMb: number }[] = [];
for (let run = 1; run <= runs; run += 1) {
  const [kind, topic] = [KINDS[run % KINDS.length], TOPICS[run % TOPICS.length]];
  await groundrule.discover(`Write a ${kind} on ${topic}, variant ${run}`);
  if (run % Math.max(1, Math.floor(runs / 10)) > 0) continue;
  collectGarbage();
  const { heapUsed, rss } = process.memoryUsage();
  samples.push({ runs: run, heapMb: megabytes(heapUsed), rssMb: megabytes(rss) });
  console.log(`${run} discoveries: heap ${megabytes(heapUsed)} MB, resident ${megabytes(rss)} MB`);
}
await groundrule.close();
await rm(folder, { recursive: true });
const [first, last] = [samples[0], samples.at(-1)];
console.log(JSON.stringify({ runs, firstHeapMb: first?.heapMb, lastHeapMb: last?.heapMb, lastRssMb: last?.rssMb }));
