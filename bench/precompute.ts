/**
 * A benchmark of many tasks, precomputed against doubles in another process: a model that takes 300 ms, a search, a web
 * whose pages the tasks of one kind share. One process on SQLite: tasks per minute, CPU seconds and fetches for each,
 * memory from first to last. Then workers on PostgreSQL, one job each at once: how much sooner two and eight are done.
 * Linux, which counts CPU and memory. With `--share kind` the same tasks are done both ways, and no workers; without
 * sharing only the first so many, which cost as much each as all would.
 * `npm run bench:precompute [-- --tasks 1000 --kinds 8 --share kind --unshared-tasks 200 --concurrency 16 --worker-tasks 32 --json]`
 */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { ended, runBuiltCli, startBuiltCli, type BuiltRun } from '../test/support/built-cli.ts';
import { hasPostgres, startPostgres, type PostgresServer } from '../test/support/postgres.ts';
import { residentBytes } from '../test/support/tree-memory.ts';
import { printTable, quantile } from './support.ts';
import { benchmarkTasks, MAX_KINDS } from './support/benchmark-world.ts';
import { cpuMsOf } from './support/cpu-of-process.ts';
import { startDoubles, type Doubles } from './support/ea-web.ts';
import { lineCounter } from './support/line-counter.ts';
import { serverFigures } from './support/server-figures.ts';

const SAMPLE_MS = 250;
const MAX_GROWTH = 1.1;
/** Of fewer tasks the first tenth is over before the program is warm. */
const MIN_TASKS_FOR_GROWTH = 500;
const MAX_MB = 500;
const WORKERS = [1, 2, 8];
const MIN_GAIN_OF_TWO = 1.8;
const MAX_SHARED_CALLS = 8;
const MAX_FIRST_CALLS = 30;
const MAX_SHARED_INPUT = 1 / 3;
const MAX_SHARED_CPU_MS = 300;
const env = { GROUNDRULE_API_KEY: 'none' };
const Times = z.object({ first: z.string(), last: z.string(), done: z.coerce.number() });
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '16' },
    kinds: { type: 'string', default: '8' },
    share: { type: 'string', default: 'none' },
    'unshared-tasks': { type: 'string' },
    'worker-tasks': { type: 'string', default: '32' },
    json: { type: 'boolean', default: false },
  },
});
const taskCount = Number(values.tasks);
const kinds = Math.min(Number(values.kinds), MAX_KINDS);

interface Sample {
  readonly rows: number;
  readonly residentMb: number;
  readonly fetches: number;
  readonly calls: number;
}

const folder = await mkdtemp(join(tmpdir(), 'groundrule-bench-'));
try {
  if (values.share === 'kind') await bothWays();
  else await againstDoubles(folder, 'none', unshared);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function unshared(doubles: Doubles): Promise<void> {
  if (taskCount > 0) report(await oneProcess(await taskFile(taskCount), folder, doubles));
  if (hasPostgres) await manyWorkers(await taskFile(Number(values['worker-tasks'])));
  else console.warn('No PostgreSQL is installed: workers are not measured.');
}

/** @param home whose settings name the doubles, which are started for this work and know no prompt */
async function againstDoubles<Result>(
  home: string,
  share: 'kind' | 'none',
  work: (doubles: Doubles) => Promise<Result>,
): Promise<Result> {
  const doubles = startDoubles('benchmark', kinds);
  try {
    const { flags } = await doubles.report();
    const settings = { ...flags, mode: 'web', queries: 3, keep: 3, modelFormat: 'json_schema', modelConcurrency: 64 };
    const configFolder = join(home, '.config', 'groundrule');
    await mkdir(configFolder, { recursive: true });
    await writeFile(join(configFolder, 'groundrule.config.json'), JSON.stringify({ ...settings, share }));
    return await work(doubles);
  } finally {
    doubles.stop();
  }
}

/** The same tasks with advice shared by kind and without, each with a store and doubles of its own. */
async function bothWays(): Promise<void> {
  const measure = (share: 'kind' | 'none', count: number) => {
    const home = join(folder, `${share}-${count}`);
    return againstDoubles(home, share, async (doubles) => {
      const run = await oneProcess(await taskFile(count), home, doubles);
      const { calls, inputTokens, cachedInputTokens, outputTokens } = await doubles.report();
      const perTask = (sum: number) => Number((sum / count).toFixed(2));
      return {
        callsPerTask: perTask(calls),
        inputTokensPerTask: perTask(inputTokens),
        cachedInputShare: Number((cachedInputTokens / inputTokens).toFixed(3)),
        outputTokensPerTask: perTask(outputTokens),
        cpuMsPerTask: Math.round(run.cpuMs / count),
        peakMb: peakOf(run),
        lastTenthToFirst: Number(growthOf(tenthsOf(run, count)).toFixed(3)),
      };
    });
  };
  const shared = await measure('kind', taskCount);
  const unsharedCount = Math.min(taskCount, Number(values['unshared-tasks'] ?? taskCount));
  const alone = await measure('none', unsharedCount);
  const { callsPerTask: firstOfKind } = await measure('kind', 1);
  const rows = Object.entries({ unshared: alone, shared });
  printTable(
    ['', ...Object.keys(shared)],
    rows.map(([name, figures]) => [name, ...Object.values(figures)]),
  );
  console.log(`The first task of a kind: ${firstOfKind} calls. Unshared: ${unsharedCount} tasks.`);
  const isMet =
    shared.callsPerTask <= MAX_SHARED_CALLS &&
    firstOfKind <= MAX_FIRST_CALLS &&
    shared.inputTokensPerTask <= MAX_SHARED_INPUT * alone.inputTokensPerTask &&
    shared.cpuMsPerTask <= MAX_SHARED_CPU_MS &&
    shared.peakMb <= MAX_MB &&
    (taskCount < MIN_TASKS_FOR_GROWTH || shared.lastTenthToFirst <= MAX_GROWTH);
  if (!isMet) process.exitCode = 1;
  if (values.json) console.log(JSON.stringify({ tasks: taskCount, kinds, ...shared, unshared: alone }));
}

async function taskFile(count: number): Promise<string> {
  const path = join(folder, `${count}-tasks.jsonl`);
  await writeFile(
    path,
    benchmarkTasks(count, kinds)
      .map((task) => `${JSON.stringify(task)}\n`)
      .join(''),
  );
  return path;
}

async function oneProcess(tasks: string, home: string, doubles: Doubles) {
  const rows = join(home, 'rows.jsonl');
  await writeFile(rows, '');
  const startMs = performance.now();
  const child = startBuiltCli(['precompute', tasks, '--out', rows, '--concurrency', values.concurrency], {
    home,
    env,
  });
  child.stdin.end();
  const pid = child.pid ?? 0;
  const result = ended(child);
  const hasEnded = new AbortController();
  void result.finally(() => hasEnded.abort());
  const samples: Sample[] = [];
  let cpuMs = 0;
  const countRows = await lineCounter(rows);
  while (!hasEnded.signal.aborted) {
    cpuMs = Math.max(cpuMs, cpuMsOf(pid));
    const { fetches, calls } = await doubles.report();
    samples.push({ rows: await countRows.soFar(), residentMb: residentBytes(pid) / 1e6, fetches, calls });
    await delay(SAMPLE_MS);
  }
  await countRows.close();
  const { code, stderr } = await result;
  if (code !== 0) throw new Error(`precompute ended with ${String(code)}: ${stderr.slice(-2_000)}`);
  return { samples, cpuMs, wallMs: performance.now() - startMs, stderr };
}

type Run = Awaited<ReturnType<typeof oneProcess>>;

function peakOf({ samples }: Run): number {
  return Math.round(Math.max(...samples.map(({ residentMb }) => residentMb)));
}

function tenthsOf({ samples }: Run, count: number) {
  return Array.from({ length: 10 }, (_, tenth) => {
    const [from, to] = [(tenth * count) / 10, ((tenth + 1) * count) / 10];
    const within = samples.filter(({ rows }) => rows >= from && (tenth === 9 || rows < to));
    const [first, last] = [within[0], within.at(-1)];
    const per = (key: 'fetches' | 'calls') =>
      first === undefined || last === undefined
        ? Number.NaN
        : (last[key] - first[key]) / Math.max(1, last.rows - first.rows);
    return {
      tenth: tenth + 1,
      residentMb: quantile(
        within.map(({ residentMb }) => residentMb),
        0.5,
      ),
      fetchesPerTask: per('fetches'),
      callsPerTask: per('calls'),
    };
  });
}

/** Of memory, from the first tenth to the last. */
function growthOf(tenths: ReturnType<typeof tenthsOf>): number {
  return (tenths[9]?.residentMb ?? Number.NaN) / (tenths[0]?.residentMb ?? Number.NaN);
}

function report(run: Run): void {
  const { cpuMs, wallMs, stderr } = run;
  const tenths = tenthsOf(run, taskCount);
  const [peakMb, growth] = [peakOf(run), growthOf(tenths)];
  printTable(
    ['tenth', 'resident MB (median)', 'fetches per task', 'model calls per task'],
    tenths.map((each) => [
      each.tenth,
      each.residentMb.toFixed(0),
      each.fetchesPerTask.toFixed(2),
      each.callsPerTask.toFixed(1),
    ]),
  );
  const figures = {
    tasks: taskCount,
    tasksPerMinute: Number(((taskCount * 60_000) / wallMs).toFixed(1)),
    cpuSecondsPerTask: Number((cpuMs / 1_000 / taskCount).toFixed(3)),
    peakMb,
    lastTenthToFirst: Number(growth.toFixed(3)),
  };
  printTable(Object.keys(figures), [Object.values(figures)]);
  const met = peakMb < MAX_MB && growth <= MAX_GROWTH;
  if (!met) process.exitCode = 1;
  if (values.json) console.log(JSON.stringify({ bench: 'precompute', ...figures, tenths }));
  else console.log(stderr.trimEnd().split('\n').slice(-6).join('\n'));
}

async function manyWorkers(tasks: string): Promise<void> {
  const server = await startPostgres();
  try {
    const runs: WorkersRun[] = [];
    for (const workers of WORKERS) runs.push(await runOf(workers, tasks, server));
    const [one, two] = runs.map(({ seconds }) => seconds);
    printTable(
      [
        'workers',
        's, first begun to last ended',
        'times one',
        'of PostgreSQL for a task: transactions',
        'CPU ms',
        'kB',
      ],
      runs.map(({ workers, seconds, transactions, cpuMs, kilobytes }) => [
        workers,
        seconds.toFixed(1),
        ((one ?? 0) / seconds).toFixed(2),
        transactions.toFixed(0),
        cpuMs.toFixed(0),
        kilobytes.toFixed(0),
      ]),
    );
    if ((one ?? 0) / (two ?? 1) < MIN_GAIN_OF_TWO) process.exitCode = 1;
    if (values.json) console.log(JSON.stringify({ bench: 'precompute-workers', runs }));
  } finally {
    await server.close();
  }
}

interface WorkersRun {
  readonly workers: number;
  readonly seconds: number;
  /** These of PostgreSQL, for each task. */
  readonly transactions: number;
  readonly cpuMs: number;
  readonly kilobytes: number;
}

/** All begin anew, with a database that knows no page and no answer. */
async function runOf(workers: number, tasks: string, server: PostgresServer): Promise<WorkersRun> {
  const store = await server.makeDatabase();
  throwIfFailed(await runBuiltCli(['precompute', tasks, '--queue', '--store', store], { home: folder, env }));
  const before = await serverFigures(store, server);
  const args = ['worker', '--store', store, '--concurrency', '1', '--until-empty'];
  const runs = await Promise.all(Array.from({ length: workers }, () => runBuiltCli(args, { home: folder, env })));
  runs.forEach(throwIfFailed);
  const after = await serverFigures(store, server);
  const [row] = await server.query(
    store,
    `select min(json::json->>'startedAt') as first, max(ended_at) as last, count(*) filter (where status = 'done') as done
     from groundrule.jobs`,
  );
  const { first, last, done } = Times.parse(row);
  if (done !== Number(values['worker-tasks'])) throw new Error(`${done} jobs are done.`);
  const forEach = (key: keyof typeof after) => (after[key] - before[key]) / done;
  return {
    workers,
    seconds: (Date.parse(last) - Date.parse(first)) / 1_000,
    transactions: forEach('transactions'),
    cpuMs: forEach('cpuMs'),
    kilobytes: forEach('bytes') / 1_000,
  };
}

function throwIfFailed({ code, stderr }: BuiltRun): void {
  if (code !== 0) throw new Error(`It ended with ${String(code)}: ${stderr.slice(-2_000)}`);
}
