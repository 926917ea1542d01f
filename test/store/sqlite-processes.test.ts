/** Several processes at one store file, and one that is killed. */
import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { samplePage, sampleSet } from './samples.ts';

const WRITER = fileURLToPath(new URL('../support/store-writer.ts', import.meta.url));
const { clock } = testRun();

interface Writer {
  readonly process: ChildProcessByStdio<Writable, Readable, Readable>;
  /** What it has reported as stored. */
  readonly stored: string[];
  readonly errors: string[];
  readonly ended: Promise<unknown>;
}

/** Starts a writer and waits until it is about to open the store. */
async function startWriter(path: string, name: string, count: number): Promise<Writer> {
  const child = spawn(process.execPath, ['--import', 'tsx', WRITER, path, name, String(count)], {
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

describe('a store that several processes write', () => {
  it('loses nothing, also when all of them make it at the same moment', { timeout: 60_000 }, async () => {
    const path = join(await temporaryFolder(), 'new', 'store.sqlite');
    const names = ['one', 'two', 'three'];
    const count = 150;
    const writers = await Promise.all(names.map((name) => startWriter(path, name, count)));
    for (const writer of writers) writer.process.stdin.write('go\n');
    for (const writer of writers) {
      const [exitCode] = (await writer.ended) as [number];
      expect(writer.errors.join('')).toBe('');
      expect(exitCode).toBe(0);
    }

    const store = await openSqliteStore(path, clock);
    const seeds = names.flatMap((name) => Array.from({ length: count }, (_, index) => `${name} ${index}`));
    expect(await store.findSetIds('')).toHaveLength(seeds.length + 1);
    for (const seed of seeds) {
      const page = samplePage(seed);
      expect(await store.getPage(page.extraction)).toEqual(page);
      expect((await store.getSet(sampleSet(seed).id))?.content.sources[0]?.extraction).toEqual(page.extraction);
    }
    await store.close();
  });

  it('stays readable, with all that was reported as stored, when a writer is killed', { timeout: 60_000 }, async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const writer = await startWriter(path, 'victim', 1_000_000);
    writer.process.stdin.write('go\n');
    await expect.poll(() => writer.stored.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(50);
    writer.process.kill('SIGKILL');
    await writer.ended;
    expect(writer.errors.join('')).toBe('');

    const store = await openSqliteStore(path, clock);
    for (const seed of writer.stored) {
      expect(await store.getSet(sampleSet(seed).id), seed).not.toBeNull();
      expect(await store.getPage(samplePage(seed).extraction), seed).not.toBeNull();
    }
    await store.putSet(sampleSet('after'));
    expect(await store.getSet(sampleSet('after').id)).toEqual(sampleSet('after'));
    await store.close();
  });
});
