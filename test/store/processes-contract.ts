/** What every store holds to that several processes write, one of which is killed. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { bundled } from '../support/bundled.ts';
import { shortOrLong } from '../support/run-length.ts';
import { samplePage, sampleSet } from './samples.ts';
import type { Shared } from './shared-contract.ts';

const WRITER = fileURLToPath(new URL('../support/store-writer.ts', import.meta.url));

const POLL = { timeout: 60_000, interval: 5 };

interface Writer {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** What it has reported as stored. */
  readonly stored: string[];
  readonly errors: string[];
  readonly ended: Promise<unknown>;
}

/** Starts a writer and waits until it is about to open the store. */
async function startWriter(address: string, name: string, count: number): Promise<Writer> {
  const child = spawn(process.execPath, [await bundled(WRITER), address, name, String(count)], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  const ended = once(child, 'close');
  const stored: string[] = [];
  const errors: string[] = [];
  child.stderr.on('data', (data: Buffer) => errors.push(data.toString()));
  const lines = createInterface({ input: child.stdout });
  const ready = once(lines, 'line');
  await Promise.race([ready, ended]);
  lines.on('line', (line) => stored.push(line));
  return { process: child, stored, errors, ended };
}

export interface Interruption {
  readonly what: string;
  /** Happens while all write, some time after one has begun. */
  readonly happen: () => Promise<void>;
}

/** @param interruptions of the store, through which the writers go on */
export function processesContract(
  name: string,
  make: () => Promise<Shared>,
  interruptions: readonly Interruption[] = [],
): void {
  const undisturbed = { what: 'all of them make it at the same moment', happen: async () => undefined };
  describe(`${name}: several processes that write`, () => {
    it.each([undisturbed, ...interruptions])(
      'lose nothing, also when $what',
      { timeout: 120_000 },
      async ({ happen }) => {
        const { address, open } = await make();
        const names = shortOrLong(['one', 'two'], ['one', 'two', 'three']);
        const count = shortOrLong(40, 100);
        const writers = await Promise.all(names.map((each) => startWriter(address, each, count)));
        for (const writer of writers) writer.process.stdin.write('go\n');
        await expect.poll(() => writers[0]?.stored.length, POLL).toBeGreaterThan(10);
        await happen();
        for (const writer of writers) {
          const [exitCode] = (await writer.ended) as [number];
          expect(writer.errors.join('')).toBe('');
          expect(exitCode).toBe(0);
        }

        const store = await open();
        const seeds = names.flatMap((each) => Array.from({ length: count }, (_, index) => `${each} ${index}`));
        expect(await store.findSetIds('')).toHaveLength(seeds.length + 1);
        for (const seed of seeds) {
          const page = samplePage(seed);
          expect(await store.getPage(page.extraction)).toEqual(page);
          expect((await store.getSet(sampleSet(seed).id))?.content.sources[0]?.extraction).toEqual(page.extraction);
        }
        await store.close();
      },
    );

    it('leave all that was reported as stored when one is killed, and no claim to others of its machine', async () => {
      const { address, open, query } = await make();
      const writer = await startWriter(address, 'victim', 1_000_000);
      writer.process.stdin.write('go\n');
      await expect.poll(() => writer.stored.length, POLL).toBeGreaterThan(50);
      const store = await open();
      expect(await store.jobs.claim('victim'), 'it lives').toBe(false);
      writer.process.kill('SIGKILL');
      await writer.ended;
      expect(writer.errors.join('')).toBe('');

      for (const seed of writer.stored) {
        expect(await store.getSet(sampleSet(seed).id), seed).not.toBeNull();
        expect(await store.getPage(samplePage(seed).extraction), seed).not.toBeNull();
      }
      await store.putSet(sampleSet('after'));
      expect(await store.getSet(sampleSet('after').id)).toEqual(sampleSet('after'));
      await query("insert into leases select kind, 'far', 'elsewhere ' || holder, expires_at from leases");
      expect(await store.jobs.claim('far'), 'nobody here can tell').toBe(false);
      await expect.poll(() => store.jobs.claim('victim'), POLL).toBe(true);
      await query("update leases set expires_at = expires_at - 30000 where key = 'far'");
      expect(await store.jobs.claim('far')).toBe(true);
      await store.close();
    }, 60_000);
  });
}
