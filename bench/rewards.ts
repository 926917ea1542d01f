/**
 * What `POST /v1/rewards` of the built service costs beside its model: completions a second, the time beyond that of the
 * same calls by bare fetch in the same run, and what of it comes before the first call and after the last answer, against
 * a model of 0 and of 300 ms. The bar is for a model that takes time; memory over 20,000 completions; 500
 * clients at once; a model that fails half of its calls; a limit on calls; equal completions: `npm run bench:rewards -- [--part NAME]
 * [--completions 20000] [--json]`. Service, model and load are processes of their own. Linux. The last line is JSON.
 */
import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pLimit from 'p-limit';
import { Agent, fetch } from 'undici';
import { z } from 'zod';
import { runBuiltCli, startBuiltCli } from '../test/support/built-cli.ts';
import { printTable, quantile } from './support.ts';
import { Served } from './support/served.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: '' },
    completions: { type: 'string', default: '20000' },
    json: { type: 'boolean', default: false },
  },
});
const [COMPLETIONS, CRITERIA] = [64, 25];
const ROUNDS = { 0: 20, 300: 8 };
/** As many calls as the service has under way at once by default. */
const MODEL_CONCURRENCY = 16;
const CLIENTS = 500;
/** Of the key of those clients: some have to wait. */
const REQUESTS_A_MINUTE = 200;

const home = await mkdtemp(join(tmpdir(), 'groundrule-rewards-'));
const model = await Served.start(fork(new URL('support/judge-server.ts', import.meta.url), ['0'], { silent: true }));
const env = { GROUNDRULE_MODEL: 'judge', GROUNDRULE_BASE_URL: `${model.url}/v1` };
async function newKey(name: string, rate: number): Promise<string> {
  const made = await runBuiltCli(['keys', 'add', name, '--scopes', 'judge', '--rate', String(rate)], { home, env });
  const key = /grk_[\w-]+/u.exec(made.stdout)?.[0];
  if (key === undefined) throw new Error(`No key was made: ${made.stdout}${made.stderr}`);
  return key;
}
const trainerKey = await newKey('trainer', 100_000);
const clientsKey = await newKey('clients', REQUESTS_A_MINUTE);
const service = await Served.start(startBuiltCli(['serve', '--port', '0', '--require-keys'], { home, env }));
const dispatcher = new Agent({ connections: null, headersTimeout: 0, bodyTimeout: 0 });
const bars: { readonly bar: string; readonly value: number; readonly met: boolean }[] = [];

const Answer = z.object({
  rewards: z.array(z.number().nullable()),
  details: z.array(z.object({ reason: z.string().nullable() })),
  judged: z.int(),
});
const Seen = z.object({ calls: z.int(), bodies: z.array(z.string()), firstMs: z.number(), lastMs: z.number() });
const criteria = (count: number) =>
  Array.from({ length: count }, (_, at) => `It names harbour ${at + 1} of the coast kindly.`);
let written = 0;
/** Of about 600 characters, each unlike all others. */
const completion = () => `Draft ${(written += 1)}: ${'To Ada and Ben, who met at a harbour. '.repeat(16)}`;
const draw = (count: number) => Array.from({ length: count }, completion);

async function post(url: string, body: unknown, headers: Readonly<Record<string, string>> = {}) {
  return fetch(url, {
    ...{ dispatcher, method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) },
    headers: { 'content-type': 'application/json', ...headers },
  });
}

async function rewardsOf(completions: readonly string[], criteriaCount: number, limits: object = {}) {
  const body = { prompts: 'Write a wedding toast', completions, criteria: criteria(criteriaCount), ...limits };
  const response = await post(`${service.url}/v1/rewards`, body, { authorization: `Bearer ${trainerKey}` });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return Answer.parse(await response.json());
}

const behave = (behaviour: { readonly latencyMs: number; readonly failEvery: number | null }) =>
  post(`${model.url}/behave`, behaviour);
const seen = async () => Seen.parse(await (await fetch(`${model.url}/seen`, { dispatcher })).json());

/** The same calls, by nothing but fetch. */
async function bareMs(bodies: readonly string[]): Promise<number> {
  const limit = pLimit(MODEL_CONCURRENCY);
  const startMs = performance.now();
  await Promise.all(
    bodies.map((body) =>
      limit(async () => JSON.parse(await (await post(`${model.url}/v1/chat/completions`, body)).text()) as unknown),
    ),
  );
  return performance.now() - startMs;
}

async function overhead(): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const latencyMs of [0, 300] as const) {
    await behave({ latencyMs, failEvery: null });
    const rounds: Record<'tookMs' | 'bareMs' | 'cpuMs' | 'aroundMs', number>[] = [];
    // The first warms all up.
    for (let round = 0; round <= ROUNDS[latencyMs]; round += 1) {
      await seen();
      const [cpuMs, startMs] = [service.cpuMs(), performance.now()];
      const { rewards } = await rewardsOf(draw(COMPLETIONS), CRITERIA);
      const [tookMs, usedMs] = [performance.now() - startMs, service.cpuMs() - cpuMs];
      if (rewards.some((reward) => reward !== 1)) throw new Error(`Wrong rewards: ${rewards.join(' ')}`);
      const { bodies, firstMs, lastMs } = await seen();
      rounds.push({ tookMs, bareMs: await bareMs(bodies), cpuMs: usedMs, aroundMs: tookMs - (lastMs - firstMs) });
      await seen();
    }
    const warm = rounds.slice(1);
    const beyond = warm.map((round) => round.tookMs - round.bareMs);
    const around = warm.map(({ aroundMs }) => aroundMs);
    const medianOf = (name: 'tookMs' | 'bareMs' | 'cpuMs') =>
      quantile(
        warm.map((round) => round[name]),
        0.5,
      );
    const [took, bare] = [medianOf('tookMs'), medianOf('bareMs')];
    rows.push([
      ...[latencyMs, Math.round((COMPLETIONS * 1_000) / took), Math.round((COMPLETIONS * 1_000) / bare)],
      ...[took, bare, quantile(beyond, 0.5), quantile(beyond, 0.99)].map(Math.round),
      ...[quantile(around, 0.5), quantile(around, 0.99)].map(Math.round),
      Math.round((medianOf('cpuMs') / COMPLETIONS) * 10) / 10,
    ]);
    if (latencyMs === 0) continue;
    const what = `${COMPLETIONS} × ${CRITERIA}, model of ${latencyMs} ms: p99`;
    for (const [name, times] of [
      ['beyond the same calls by bare fetch', beyond],
      ['before the first call and after the last answer', around],
    ] as const) {
      const worst = quantile(times, 0.99);
      bars.push({ bar: `${what} ${name} ≤ 50 ms`, value: worst, met: worst <= 50 });
    }
  }
  printTable(
    [
      ...['model, ms', 'completions/s', 'of bare fetch', 'a request, ms', 'its calls by bare fetch, ms'],
      ...['beyond, p50', 'beyond, p99', 'around, p50', 'around, p99', 'CPU ms of the service for a completion'],
    ],
    rows,
  );
}

async function memory(): Promise<void> {
  await behave({ latencyMs: 0, failEvery: null });
  const each = 100;
  const requests = Math.ceil(Number(values.completions) / each);
  const samplesMb: number[] = [];
  for (let request = 0; request < requests; request += 1) {
    await rewardsOf(draw(each), 5);
    samplesMb.push(service.residentMb());
  }
  const tenth = Math.ceil(requests / 10);
  const median = (part: readonly number[]) => quantile(part, 0.5);
  const growth = median(samplesMb.slice(-tenth)) / median(samplesMb.slice(0, tenth));
  console.log(
    `memory, MB, of each tenth: ${Array.from({ length: 10 }, (_, at) => Math.round(median(samplesMb.slice(at * tenth, (at + 1) * tenth)))).join(' ')}`,
  );
  bars.push({
    bar: `memory over ${requests * each} completions: last tenth / first ≤ 1.1`,
    value: growth,
    met: growth <= 1.1,
  });
}

/** Each asks for one reward and, where it is refused, again when it is told to. */
async function clients(): Promise<void> {
  await behave({ latencyMs: 100, failEvery: null });
  let refused = 0;
  const ask = async (text: string): Promise<readonly (number | null)[]> => {
    for (;;) {
      const body = { prompts: 'Write a wedding toast', completions: [text], criteria: criteria(5) };
      const response = await post(`${service.url}/v1/rewards`, body, { authorization: `Bearer ${clientsKey}` });
      if (response.status === 200) return Answer.parse(await response.json()).rewards;
      const retryAfter = response.headers.get('retry-after');
      if (response.status !== 429 || retryAfter === null)
        throw new Error(`${response.status} without Retry-After: ${await response.text()}`);
      await response.arrayBuffer();
      refused += 1;
      await delay(Number(retryAfter) * 1_000);
    }
  };
  const startMs = performance.now();
  const ended = await Promise.allSettled(draw(CLIENTS).map(ask));
  const right = ended.filter(({ status, ...rest }) => status === 'fulfilled' && 'value' in rest && rest.value[0] === 1);
  const failed = ended.find((each) => each.status === 'rejected');
  if (failed !== undefined) console.log(`one failed: ${String(failed.reason)}`);
  const seconds = Math.round((performance.now() - startMs) / 1_000);
  console.log(
    `${CLIENTS} clients at once: ${right.length} rewards in ${seconds} s, ${refused} times 429 with Retry-After`,
  );
  bars.push(
    { bar: `clients at once that got their reward: ${CLIENTS}`, value: right.length, met: right.length === CLIENTS },
    { bar: 'some were told to wait', value: refused, met: refused > 0 },
  );
}

/** An honest reward is 1 here: whatever else comes is a failure that was taken for a verdict. */
async function failing(): Promise<void> {
  await behave({ latencyMs: 0, failEvery: 2 });
  await seen();
  const startMs = performance.now();
  const { rewards, details } = await rewardsOf(draw(COMPLETIONS), CRITERIA);
  const { calls } = await seen();
  const seconds = (performance.now() - startMs) / 1_000;
  const scored = rewards.filter((reward) => reward === 1).length;
  const explained = rewards.filter((reward, at) => reward === null && (details[at]?.reason ?? '') !== '').length;
  console.log(
    `every second call fails: ${scored} of ${rewards.length} scored, ${explained} null with a reason, ${calls} calls, ${seconds.toFixed(1)} s`,
  );
  bars.push({
    bar: 'a model that fails half of its calls: rewards that are right, or null with a reason',
    value: (scored + explained) / rewards.length,
    met: scored + explained === rewards.length,
  });
}

/** With half of the calls that all would take. */
async function limited(): Promise<void> {
  await behave({ latencyMs: 0, failEvery: null });
  const { rewards, details } = await rewardsOf(draw(COMPLETIONS), 5, { budget: { maxCalls: COMPLETIONS / 2 } });
  const scored = rewards.filter((reward) => reward === 1).length;
  const unscored = details.flatMap(({ reason }, at) => (rewards[at] === null && reason !== null ? [reason] : []));
  console.log(`half of the calls: ${scored} scored, ${unscored.length} null (“${unscored[0] ?? ''}”)`);
  bars.push({
    bar: 'a limit of half of the calls: scored, and null with a reason',
    value: scored + unscored.length,
    met: scored > 0 && unscored.length > 0 && scored + unscored.length === COMPLETIONS,
  });
}

async function equal(): Promise<void> {
  await behave({ latencyMs: 0, failEvery: null });
  await seen();
  const distinct = draw(8);
  const { judged } = await rewardsOf(
    Array.from({ length: COMPLETIONS }, (_, at) => distinct[at % distinct.length] ?? ''),
    5,
  );
  const { calls } = await seen();
  bars.push({ bar: 'calls for 64 completions, of which 8 differ', value: calls, met: judged === 8 && calls === 8 });
}

// How the server takes schemas is asked once, by a call of its own.
await rewardsOf(draw(1), 1);

const PARTS = { overhead, memory, clients, failing, limited, equal };
try {
  for (const [name, part] of Object.entries(PARTS)) if (name.startsWith(values.part)) await part();
} finally {
  await Promise.all([service.stop(), model.stop()]);
  await dispatcher.close();
  await rm(home, { recursive: true });
}
const busyProcesses = loadavg()[0];
if (!values.json)
  printTable(
    ['bar', 'measured', 'met'],
    bars.map(({ bar, value, met }) => [bar, Math.round(value * 100) / 100, met ? 'yes' : 'NO']),
  );
console.log(JSON.stringify({ bench: 'rewards', bars, busyProcesses }));
if (bars.some(({ met }) => !met)) process.exitCode = 1;
