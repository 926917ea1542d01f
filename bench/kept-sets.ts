/**
 * What commands over a whole store take for each set: computing time of the built command line, less what the same
 * command takes on a store with one set. The sets are copies of ten offline discoveries under instructions of their own.
 */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../src/client/clock.ts';
import { criteriaSetId } from '../src/discover/set-id.ts';
import { createGroundrule } from '../src/index.ts';
import { keyOfSet } from '../src/precompute/discovery-key.ts';
import { openSqliteStore } from '../src/store/sqlite/open.ts';
import { printTable } from './support.ts';

const { values } = parseArgs({
  options: { sets: { type: 'string', default: '2000' }, json: { type: 'boolean', default: false } },
});
const setCount = Number(values.sets);
const CLI = join(import.meta.dirname, '..', 'dist', 'bin', 'main.js');
/** Prints the process's computing time, ms, and its peak memory, KB, to descriptor 3 as it ends. */
const REPORT_USAGE = `data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{userCPUTime:u,systemCPUTime:s,maxRSS:m}=process.resourceUsage();writeSync(3,(u+s)/1000+' '+m)})`;
const KINDS = [
  'cover letter',
  'press release',
  'wedding toast',
  'blog post',
  'policy brief',
  'grant proposal',
  'eulogy',
  'product description',
  'abstract',
  'book review',
];

const folder = await mkdtemp(join(tmpdir(), 'groundrule-kept-sets-'));
const stores = { one: await fill('one', 1), all: await fill('all', setCount) };

/** @returns the store's path, beside which its tasks are as JSON Lines */
async function fill(name: string, count: number): Promise<string> {
  const path = join(folder, `${name}.sqlite`);
  const groundrule = await createGroundrule({ store: path });
  const originals = [];
  for (const kind of KINDS.slice(0, count)) originals.push(await groundrule.discover(`Write a ${kind}`));
  await groundrule.close();
  const store = await openSqliteStore(path, systemClock);
  const tasks: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const original = originals[index % originals.length];
    if (original === undefined) throw new Error('There is no set to copy.');
    const instruction = `${original.content.task.instruction}, number ${index}`;
    const content = { ...original.content, task: { ...original.content.task, instruction } };
    const set = { ...original, id: criteriaSetId(content), content };
    await store.putSet(set);
    const key = keyOfSet(set);
    if (key === null) throw new Error('A set without a key answers for no task.');
    await store.kept.put('discovery', key, set.id);
    tasks.push(JSON.stringify({ id: `t${index}`, instruction }));
  }
  await store.close();
  await writeFile(`${path}.jsonl`, `${tasks.join('\n')}\n`);
  return path;
}

function measure(args: readonly string[]): { readonly cpuMs: number; readonly peakMb: number } {
  const child = spawnSync(process.execPath, ['--import', REPORT_USAGE, CLI, ...args], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    maxBuffer: 1e9,
    encoding: 'utf8',
  });
  if (child.status !== 0) throw new Error(`${args.join(' ')}: ${child.stderr}`);
  const [cpuMs = Number.NaN, peakKb = Number.NaN] = (child.output[3] ?? '').split(' ').map(Number);
  return { cpuMs, peakMb: peakKb / 1024 };
}

const COMMANDS: Readonly<Record<string, (store: string) => readonly string[]>> = {
  'cache stats': (store) => ['cache', 'stats', '--store', store],
  'cache export': (store) => ['cache', 'export', '--store', store, '--out', `${store}.cache.jsonl`],
  'cache verify': (store) => ['cache', 'verify', `${store}.cache.jsonl`],
  'precompute, all in the store': (store) => [...precompute(store), '--out', `${store}.rows.jsonl`],
  'precompute, all in its file': (store) => [...precompute(store), '--out', `${store}.rows.jsonl`],
  'store sizes': (store) => ['store', 'sizes', '--store', store],
  list: (store) => ['list', '--store', store],
};
const precompute = (store: string) => ['precompute', `${store}.jsonl`, '--store', store, '--quiet'];

const results = Object.entries(COMMANDS).map(([command, argsFor]) => {
  const start = measure(argsFor(stores.one));
  const whole = measure(argsFor(stores.all));
  return { command, msPerSet: (whole.cpuMs - start.cpuMs) / (setCount - 1), peakMb: whole.peakMb };
});
await rm(folder, { recursive: true });
if (!values.json) {
  const rows = results.map(({ command, msPerSet, peakMb }) => [command, msPerSet.toFixed(2), peakMb.toFixed(0)]);
  printTable(['command', 'CPU ms a set', 'peak MB'], rows);
}
console.log(JSON.stringify({ sets: setCount, results }));
