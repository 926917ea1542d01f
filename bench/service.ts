/**
 * What the built service bears: reads of a stored set beside the least that Node does for the same bytes, event streams,
 * discoveries asked for at once while others read, and memory: `npm run bench:service -- [--seconds 300] [--part NAME]`.
 * Server and load are processes of their own. Linux, which counts their time and memory. The last line is JSON.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { startBuiltCli } from '../test/support/built-cli.ts';
import { printTable, quantile } from './support.ts';
import { fullLoad, load, Served, type Load } from './support/served.ts';

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '300' }, part: { type: 'string', default: '' } },
});
/** Readers who are there while others ask for work. */
const SOME_READS = ['-c', '8', '-R', '100'];
const ROUNDS = 3;
const DISCOVERIES = 50;
const STREAMS = 200;
const SAMPLE_MS = 5_000;
const KINDS = ['cover letter', 'press release', 'blog post', 'policy brief', 'grant proposal'];

const home = await mkdtemp(join(tmpdir(), 'groundrule-service-'));
const service = await Served.start(startBuiltCli(['serve', '--port', '0'], { home }));
// Streams stay open: none may wait for another's connection.
const dispatcher = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });
const bars: { readonly bar: string; readonly value: number; readonly met: boolean }[] = [];

async function post(path: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return fetch(service.url + path, {
    ...{ dispatcher, method: 'POST', body: JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...headers },
  });
}

const WithId = z.looseObject({ id: z.string() });
const set = WithId.parse(await (await post('/v1/sets', { instruction: 'Write a grant proposal' })).json());
const setPath = `/v1/sets/${set.id}`;
/** What the machine can do while it does all the rest. */
const bare = await Served.start(
  fork(new URL('support/bare-server.ts', import.meta.url), [service.url + setPath], { silent: true }),
);

async function reads(): Promise<void> {
  const rounds: { readonly bare: Load; readonly own: Load }[] = [];
  // One after another, so that what else the machine does falls on both; the first warms both up.
  for (let round = 0; round <= ROUNDS; round += 1)
    rounds.push({ bare: await fullLoad(bare, '/'), own: await fullLoad(service, setPath) });
  const warm = rounds.slice(1);
  const median = (read: (round: (typeof rounds)[number]) => number) => quantile(warm.map(read), 0.5);
  const others = ['/healthz', '/v1/sets', `${setPath}/sources`, `${setPath}/audit`, `/sets/${set.id}`];
  const further: [string, Load][] = [];
  for (const path of others) further.push([path.replace(set.id, '…'), await fullLoad(service, path)]);
  printTable(
    ['64 connections', 'requests/s', 'p50 ms', 'p99 ms', 'failed', 'µs CPU of the server for one'],
    [
      ...warm.flatMap(({ bare: least, own }): [string, Load][] => [
        ['the same bytes by bare node:http', least],
        ['/v1/sets/…', own],
      ]),
      ...further,
    ].map(([name, { perSecond, p50Ms, p99Ms, failed, cpuMicroseconds }]) => [
      ...[name, perSecond, p50Ms, p99Ms, failed, cpuMicroseconds],
    ]),
  );
  const perSecond = median(({ own }) => own.perSecond);
  const p99Ms = median(({ own }) => own.p99Ms);
  const ratio = median(({ own, bare: least }) => own.perSecond / least.perSecond);
  console.log(`of what bare node:http does at the same time: ${ratio.toFixed(2)}`);
  bars.push(
    { bar: 'cached reads ≥ 2,000/s', value: perSecond, met: perSecond >= 2_000 },
    { bar: 'their p99 ≤ 50 ms', value: p99Ms, met: p99Ms <= 50 },
  );
}

const Sse = /^event: (?<event>\S+)$/gmu;

/** The last event of a stream. */
async function lastEvent(response: Awaited<ReturnType<typeof post>>): Promise<string> {
  return [...(await response.text()).matchAll(Sse)].at(-1)?.groups?.['event'] ?? 'none';
}

/** Discoveries asked for at once, some of them by several who follow their steps, while others read. */
async function work(): Promise<void> {
  const startMs = performance.now();
  const jobs = await Promise.all(
    Array.from({ length: DISCOVERIES }, async (_, index) => {
      const instruction = `Write a ${KINDS[index % KINDS.length]} on night buses, variant ${index}`;
      return WithId.parse(await (await post('/v1/sets', { instruction }, { prefer: 'respond-async' })).json());
    }),
  );
  const follow = async (index: number) => {
    const { id } = jobs[index % jobs.length] ?? set;
    return lastEvent(await fetch(`${service.url}/v1/jobs/${id}/events`, { dispatcher }));
  };
  const streams = Promise.all(Array.from({ length: STREAMS }, (_, index) => follow(index)));
  const loads: { readonly own: Load; readonly bare: Load }[] = [];
  const pending = { streams: true };
  const ended = streams.finally(() => (pending.streams = false));
  while (pending.streams) {
    const [own, least] = await Promise.all([
      load(service, setPath, ...SOME_READS, '-d', '5'),
      load(bare, '/', ...SOME_READS, '-d', '5'),
    ]);
    loads.push({ own, bare: least });
  }
  const done = (await ended).filter((event) => event === 'done').length;
  const seconds = (performance.now() - startMs) / 1_000;
  const p99sOf = (read: (each: (typeof loads)[number]) => Load) => loads.map((each) => read(each).p99Ms);
  const p99Ms = Math.max(...p99sOf(({ own }) => own));
  console.log(
    `${DISCOVERIES} discoveries in ${seconds.toFixed(1)} s; ${STREAMS} streams, ${done} told that it is done`,
  );
  const [own, least] = [p99sOf((each) => each.own), p99sOf((each) => each.bare)].map((each) => each.join(' '));
  console.log(`p99 of each 5 s, ms: ${own}; of bare node:http at the same time: ${least}`);
  bars.push(
    { bar: `event streams at once that saw the end: ${STREAMS}`, value: done, met: done === STREAMS },
    { bar: 'reads meanwhile, p99 of the worst 5 s < 200 ms', value: p99Ms, met: p99Ms < 200 },
  );
}

/** Reads, judgements by code, pages and what is not there, at a pace that leaves time for all. */
async function memory(): Promise<void> {
  const samplesMb: number[] = [];
  const judgement = JSON.stringify({
    response: 'We meet on 14 June.',
    checklist: [{ text: 'It has at most 50 words.', check: 'words <= 50' }],
  });
  const asked = [
    [setPath],
    [`/sets/${set.id}`],
    ['/v1/sets?query=grant'],
    ['/nothing'],
    ['/v1/judgements', '-m', 'POST', '-H', 'content-type: application/json', '-b', judgement],
  ];
  const pending = { loads: true };
  const loads = Promise.all(
    asked.map(([path = '', ...flags]) => load(service, path, '-c', '4', '-R', '20', '-d', values.seconds, ...flags)),
  ).finally(() => (pending.loads = false));
  while (pending.loads) {
    await delay(SAMPLE_MS);
    samplesMb.push(service.residentMb());
  }
  await loads;
  // What it starts with is not what it grows by.
  const third = Math.ceil(samplesMb.length / 3);
  const [second, last] = [samplesMb.slice(third, 2 * third), samplesMb.slice(2 * third)].map((part) =>
    quantile(part, 0.5),
  ) as [number, number];
  console.log(`memory, MB: ${samplesMb.map(Math.round).join(' ')}`);
  const growth = last / second;
  bars.push({ bar: 'memory: last third of the time / second third ≤ 1.05', value: growth, met: growth <= 1.05 });
}

const PARTS = { reads, work, memory };
try {
  for (const [name, part] of Object.entries(PARTS)) if (name.startsWith(values.part)) await part();
} finally {
  await Promise.all([service.stop(), bare.stop()]);
  await dispatcher.close();
  await rm(home, { recursive: true });
}
printTable(
  ['bar', 'measured', 'met'],
  bars.map(({ bar, value, met }) => [bar, Math.round(value * 100) / 100, met ? 'yes' : 'NO']),
);
const busyProcesses = loadavg()[0];
console.log(JSON.stringify({ bench: 'service', bars, busyProcesses }));
if (bars.some(({ met }) => !met)) process.exitCode = 1;
