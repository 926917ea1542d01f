/**
 * A benchmark of many tasks, precomputed against doubles in another process: a model that takes 300 ms, a search, a web
 * whose pages the tasks of one kind share. One process on SQLite: tasks per minute, CPU seconds and fetches for each,
 * memory from first to last. Linux, which counts CPU and memory.
 * `npm run bench:precompute [-- --tasks 1000 --concurrency 16 --json]`
 */
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { ended, startBuiltCli } from '../test/support/built-cli.ts';
import { residentBytes } from '../test/support/tree-memory.ts';
import { printTable, quantile } from './support.ts';
import { benchmarkTasks } from './support/benchmark-world.ts';
import { cpuMsOf } from './support/cpu-of-process.ts';
import { startDoubles } from './support/ea-web.ts';

const SAMPLE_MS = 250;
const MAX_GROWTH = 1.1;
const MAX_MB = 500;
const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    concurrency: { type: 'string', default: '16' },
    json: { type: 'boolean', default: false },
  },
});
const taskCount = Number(values.tasks);

interface Sample {
  readonly rows: number;
  readonly residentMb: number;
  readonly fetches: number;
  readonly calls: number;
}

const doubles = startDoubles('benchmark');
const folder = await mkdtemp(join(tmpdir(), 'groundrule-bench-'));
try {
  const { flags } = await doubles.report();
  const tasks = join(folder, 'tasks.jsonl');
  await writeFile(
    tasks,
    benchmarkTasks(taskCount)
      .map((task) => `${JSON.stringify(task)}\n`)
      .join(''),
  );
  const configFolder = join(folder, '.config', 'groundrule');
  await mkdir(configFolder, { recursive: true });
  await writeFile(
    join(configFolder, 'groundrule.config.json'),
    JSON.stringify({ ...flags, mode: 'web', queries: 3, keep: 3, modelFormat: 'json_schema', modelConcurrency: 64 }),
  );
  report(await oneProcess(tasks));
} finally {
  doubles.stop();
  await rm(folder, { recursive: true, force: true });
}

async function oneProcess(tasks: string) {
  const rows = join(folder, 'rows.jsonl');
  await writeFile(rows, '');
  const startMs = performance.now();
  const child = startBuiltCli(['precompute', tasks, '--out', rows, '--concurrency', values.concurrency], {
    home: folder,
    env: { GROUNDRULE_API_KEY: 'none' },
  });
  child.stdin.end();
  const pid = child.pid ?? 0;
  let isRunning = true;
  const result = ended(child).finally(() => (isRunning = false));
  const samples: Sample[] = [];
  let cpuMs = 0;
  const countRows = await lineCounter(rows);
  while (isRunning) {
    cpuMs = Math.max(cpuMs, cpuMsOf(pid));
    const { fetches, calls } = await doubles.report();
    samples.push({ rows: await countRows(), residentMb: residentBytes(pid) / 1e6, fetches, calls });
    await delay(SAMPLE_MS);
  }
  const { code, stderr } = await result;
  if (code !== 0) throw new Error(`precompute ended with ${String(code)}: ${stderr.slice(-2_000)}`);
  return { samples, cpuMs, wallMs: performance.now() - startMs, stderr };
}

/** Lines so far, of a file that grows. */
async function lineCounter(path: string): Promise<() => Promise<number>> {
  const file = await open(path);
  let lines = 0;
  const buffer = Buffer.alloc(1_000_000);
  return async () => {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return lines;
      for (const byte of buffer.subarray(0, bytesRead)) if (byte === 10) lines += 1;
    }
  };
}

type Run = Awaited<ReturnType<typeof oneProcess>>;

function report({ samples, cpuMs, wallMs, stderr }: Run): void {
  const tenths = Array.from({ length: 10 }, (_, tenth) => {
    const [from, to] = [(tenth * taskCount) / 10, ((tenth + 1) * taskCount) / 10];
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
  const peakMb = Math.max(...samples.map(({ residentMb }) => residentMb));
  const growth = (tenths[9]?.residentMb ?? Number.NaN) / (tenths[0]?.residentMb ?? Number.NaN);
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
    peakMb: Math.round(peakMb),
    lastTenthToFirst: Number(growth.toFixed(3)),
  };
  printTable(Object.keys(figures), [Object.values(figures)]);
  const met = peakMb < MAX_MB && growth <= MAX_GROWTH;
  if (!met) process.exitCode = 1;
  if (values.json) console.log(JSON.stringify({ bench: 'precompute', ...figures, tenths }));
  else console.log(stderr.trimEnd().split('\n').slice(-6).join('\n'));
}
