/**
 * What hostile documents cost: the seconds until each is a page or one row with its reason; the memory of the whole
 * program with its workers while it discovers from a library that holds the document beside good ones; and the seconds
 * until that program answers an interrupt. `npm run bench:hostile [-- --name WORDS]`; with `--service`, attacks
 * on the service. Linux, which counts the memory.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { InputError } from '../src/domain/errors.ts';
import { readChecklist } from '../src/judge/checklists/read-checklist.ts';
import { extractInWorker } from '../src/pages/extraction-pool.ts';
import { importCache } from '../src/precompute/cache-file/import-cache.ts';
import { createMemoryStore } from '../src/store/sqlite/memory.ts';
import { ended, startBuiltCli } from '../test/support/built-cli.ts';
import {
  FURTHER_PAGES,
  HOSTILE_CACHE_FILES,
  HOSTILE_CHECKLISTS,
  linesOf,
} from '../test/support/further-hostile-documents.ts';
import { HOSTILE_DOCUMENTS } from '../test/support/hostile-documents.ts';
import { watchMemory } from '../test/support/tree-memory.ts';
import { attackService } from './hostile-service.ts';
import { printTable } from './support.ts';

const LIMITS = { maxDocumentBytes: 10_000_000, extractionTimeoutMs: 3_000 };
/** By then the program reads its library. */
const UNTIL_INTERRUPT_MS = 1_500;
const TASK = 'Write a press release announcing the merger of two local food banks';
const GUIDES = join(import.meta.dirname, '../fixtures/library/press-release');
const { values } = parseArgs({
  options: { name: { type: 'string', default: '' }, service: { type: 'boolean', default: false } },
});
if (values.service) {
  await attackService(values.name);
  process.exit();
}
const isChosen = ([name]: readonly [string, unknown]) => name.includes(values.name);
const never = new AbortController().signal;

async function seconds<Value>(work: () => Promise<Value>): Promise<readonly [string, Value]> {
  const startMs = performance.now();
  const value = await work();
  return [((performance.now() - startMs) / 1000).toFixed(1), value];
}

async function read(bytes: Buffer, extension: string): Promise<string> {
  const url = `https://guide.example/page.${extension}`;
  const document = { url, finalUrl: url, via: 'web', bytes, contentType: null, fetchedAt: '' } as const;
  const outcome = await extractInWorker(document, LIMITS, never);
  return outcome.status === 'read' ? 'read' : outcome.reason.slice(0, 40);
}

async function discover(bytes: Buffer, extension: string, isInterrupted: boolean) {
  const home = await mkdtemp(join(tmpdir(), 'groundrule-hostile-'));
  try {
    await cp(GUIDES, join(home, 'library'), { recursive: true });
    await writeFile(join(home, 'library', `hostile.${extension}`), bytes);
    const { extractionTimeoutMs } = LIMITS;
    await writeFile(join(home, 'groundrule.config.json'), JSON.stringify({ extractionTimeoutMs }));
    const child = startBuiltCli(['discover', TASK, '--library', 'library', '--format', 'json'], { home });
    child.stdin.end();
    const peakBytes = watchMemory(child.pid ?? 0);
    const result = ended(child);
    if (isInterrupted) {
      await delay(UNTIL_INTERRUPT_MS);
      child.kill('SIGINT');
    }
    const [elapsed, { code }] = await seconds(() => result);
    return { elapsed, code, megabytes: String(Math.round(peakBytes() / 1e6)) };
  } finally {
    await rm(home, { recursive: true });
  }
}

async function refused(reading: Promise<unknown>): Promise<string> {
  return reading.then(
    () => 'read',
    (error: unknown) => (error instanceof InputError ? 'refused' : String(error)),
  );
}

await read(Buffer.from('<html>'), 'html');
const rows: string[][] = [];
for (const [name, { extension, make }] of Object.entries({ ...HOSTILE_DOCUMENTS, ...FURTHER_PAGES }).filter(isChosen)) {
  const bytes = make();
  const [elapsed, outcome] = await seconds(() => read(bytes, extension));
  const whole = await discover(bytes, extension, false);
  const stopped = await discover(bytes, extension, true);
  // A program that was done before anybody interrupted it has answered nothing.
  const answered = stopped.code === 130 ? stopped.elapsed : 'done before';
  rows.push([name, elapsed, outcome, whole.megabytes, String(whole.code), answered]);
  process.stderr.write(`${rows.at(-1)?.join(' · ') ?? ''}\n`);
}
for (const [name, [file, make]] of Object.entries(HOSTILE_CHECKLISTS).filter(isChosen))
  rows.push([name, ...(await seconds(() => refused(readChecklist(make(), file)))), '', '', '']);
for (const [name, make] of Object.entries(HOSTILE_CACHE_FILES).filter(isChosen))
  rows.push([name, ...(await seconds(() => refused(importCache(createMemoryStore(), linesOf(make()))))), '', '', '']);
printTable(
  ['document', 's', 'ends as', 'MB of the whole', 'exit code beside good guides', 's until an interrupt is answered'],
  rows,
);
process.exit(0);
