/**
 * A process that writes sets and their pages to a store, for tests: `store-writer STORE NAME COUNT`. It prints one line
 * for each set once it is stored, and holds back until a line comes in, so that several writers begin together. It
 * holds a claim under its name.
 */
import { once } from 'node:events';
import { systemClock } from '../../src/client/clock.ts';
import { openStore } from '../../src/store/open-store.ts';
import { samplePage, sampleSet } from '../store/samples.ts';

const [address, name, count] = process.argv.slice(2);
if (address === undefined || name === undefined || count === undefined) throw new Error('STORE NAME COUNT');

process.stdout.write('ready\n');
await once(process.stdin, 'data');
const store = await openStore(address, address, systemClock);
await store.jobs.claim(name);
for (let index = 0; index < Number(count); index += 1) {
  const seed = `${name} ${index}`;
  const page = samplePage(seed);
  await store.putPage(page);
  await store.putSet(sampleSet(seed, { cites: page.extraction }));
  // Written by many: every writer gives it a run.
  await store.putSet(
    sampleSet('shared', { startedAt: `2026-01-01T00:00:00.${String(index % 1000).padStart(3, '0')}Z` }),
  );
  process.stdout.write(`${seed}\n`);
}
await store.close();
process.stdin.destroy();
