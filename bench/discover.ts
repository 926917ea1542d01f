/**
 * EA-Web with a model beside the call pattern of the paper, on the same pages and against the same doubles (a scripted
 * model, a web, a SearXNG) in another process. EA-Web runs as users run it: the built command line with an empty store,
 * then the same again. The pattern really waits for each of its calls, which takes a minute.
 */
import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { CriteriaSet } from '../src/domain/criteria-set.ts';
import { SETTING_TEXTS } from '../src/config/setting-texts.ts';
import { benchOptions, printTable } from './support.ts';
import { DoublesReport } from './support/doubles-report.ts';
import {
  CONCURRENCY,
  INSTRUCTION,
  KEPT_PER_QUERY,
  LATENCY_MS,
  QUERIES,
  RESULTS_PER_QUERY,
} from './support/guide-world.ts';
import { runPaperPattern } from './support/paper-pattern.ts';

const root = join(import.meta.dirname, '..');
const MAX_CALLS = 45;
const MAX_INPUT_SHARE = 1 / 5;
const MAX_WALL_RATIO = 1.3;
const MIN_SPEEDUP = 7;

interface Taken {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly searches: number;
  readonly fetches: number;
  readonly wallMs: number;
}

function start(name: string): ChildProcess {
  return fork(join(import.meta.dirname, 'support', name), { execArgv: ['--import', 'tsx'] });
}

async function message(child: ChildProcess): Promise<unknown> {
  const [received] = (await once(child, 'message')) as unknown[];
  return received;
}

async function extractionCpuMs(): Promise<number> {
  return z.number().parse(await message(start('extraction-cpu.ts')));
}

const doubles = start('doubles.ts');

function reportOfDoubles(): Promise<DoublesReport> {
  const received = message(doubles);
  doubles.send('report');
  return received.then((report) => DoublesReport.parse(report));
}

async function measure<Result>(work: () => Promise<Result>): Promise<{ taken: Taken; result: Result }> {
  const before = await reportOfDoubles();
  const startMs = performance.now();
  const result = await work();
  const wallMs = performance.now() - startMs;
  const after = await reportOfDoubles();
  const since = (name: 'calls' | 'inputTokens' | 'outputTokens' | 'searches' | 'fetches') =>
    after[name] - before[name];
  const taken = {
    calls: since('calls'),
    inputTokens: since('inputTokens'),
    outputTokens: since('outputTokens'),
    searches: since('searches'),
    fetches: since('fetches'),
    wallMs,
  };
  return { taken, result };
}

/** One process of the built package. */
async function runEaWeb(settings: Readonly<Record<string, unknown>>): Promise<EaWebRun> {
  const child = start('ea-web-run.ts');
  await message(child);
  child.send(settings);
  return EaWebRun.parse(await message(child));
}

/** The longest chain of waits that no concurrency shortens. */
function criticalPathMs(answeredPages: number): number {
  const levels = Math.ceil(Math.log2(answeredPages));
  // Queries, rating, answers, the levels of merging, rewriting, filtering, ranking.
  return LATENCY_MS.search + LATENCY_MS.page + (6 + levels) * LATENCY_MS.model;
}

const { json } = benchOptions();
const folder = await mkdtemp(join(tmpdir(), 'groundrule-bench-'));
try {
  const { flags } = await reportOfDoubles();
  const settings = {
    ...flags,
    mode: 'web',
    queries: QUERIES,
    keep: KEPT_PER_QUERY,
    concurrency: CONCURRENCY,
    modelConcurrency: CONCURRENCY,
    store: join(folder, 'store.sqlite'),
  };
  const extractionMs = await extractionCpuMs();
  const first = await measure(() => runEaWeb(settings));
  const second = await measure(() => runEaWeb(settings));
  const pattern = await measure(() =>
    runPaperPattern({
      baseUrl: String(flags['baseUrl']),
      searxngUrl: String(flags['searxngUrl']),
      instruction: INSTRUCTION,
      queries: QUERIES,
      keptPerQuery: KEPT_PER_QUERY,
    }),
  );

  const { content } = first.result;
  const answered = new Set(content.advice.map(({ sourceId }) => sourceId)).size;
  const pathMs = criticalPathMs(answered);
  const seconds = (ms: number) => (ms / 1000).toFixed(2);
  const row = (name: string, { calls, inputTokens, outputTokens, searches, fetches, wallMs }: Taken) => [
    name,
    calls,
    inputTokens,
    outputTokens,
    searches,
    fetches,
    seconds(wallMs),
  ];
  printTable(
    ['run', 'calls', 'input tokens', 'output tokens', 'searches', 'fetches', 'wall s'],
    [
      row('EA-Web', first.taken),
      row('EA-Web again', second.taken),
      row("the paper's pattern", pattern.taken),
    ],
  );
  printTable(
    ['step', 'items', 's'],
    Object.entries(first.result.run.steps).map(([step, usage]) => [
      step,
      usage.items,
      seconds(usage.elapsedMs),
    ]),
  );
  console.log(
    `${content.funnel.found} pages found, ${content.funnel.read} read, ${content.funnel.kept} kept, ${content.funnel.criteria} criteria; ` +
      `critical path ${seconds(pathMs)} s, extraction CPU ${seconds(extractionMs)} s, discovery without start-up ${seconds(first.result.run.elapsedMs)} s`,
  );
  const wallRatio = first.taken.wallMs / (pathMs + extractionMs);
  const inputShare = first.taken.inputTokens / pattern.taken.inputTokens;
  const speedup = pattern.taken.wallMs / first.taken.wallMs;
  const bars = [
    {
      bar: `${RESULTS_PER_QUERY * QUERIES} pages found`,
      value: content.funnel.found,
      met: content.funnel.found === RESULTS_PER_QUERY * QUERIES,
    },
    { bar: `calls ≤ ${MAX_CALLS}`, value: first.taken.calls, met: first.taken.calls <= MAX_CALLS },
    { bar: 'input tokens ≤ 1/5 of the pattern’s', value: inputShare, met: inputShare <= MAX_INPUT_SHARE },
    {
      bar: `wall ≤ ${MAX_WALL_RATIO} × (critical path + extraction CPU)`,
      value: wallRatio,
      met: wallRatio <= MAX_WALL_RATIO,
    },
    { bar: `≥ ${MIN_SPEEDUP} times faster than the pattern`, value: speedup, met: speedup >= MIN_SPEEDUP },
    { bar: 'again: no model call', value: second.taken.calls, met: second.taken.calls === 0 },
    {
      bar: 'again: no search, no fetch',
      value: second.taken.searches + second.taken.fetches,
      met: second.taken.searches + second.taken.fetches === 0,
    },
    { bar: 'again: the same content', value: second.result.id, met: second.result.id === first.result.id },
  ];
  printTable(
    ['bar', 'measured', 'met'],
    bars.map(({ bar, value, met }) => [
      bar,
      typeof value === 'number' ? Number(value.toFixed(3)) : value,
      met ? 'yes' : 'NO',
    ]),
  );
  if (json)
    console.log(
      JSON.stringify({
        bench: 'discover',
        eaWeb: first.taken,
        again: second.taken,
        pattern: pattern.taken,
        criticalPathMs: pathMs,
        extractionCpuMs: extractionMs,
        steps: first.result.run.steps,
        funnel: content.funnel,
        bars,
      }),
    );
  if (bars.some(({ met }) => !met)) process.exitCode = 1;
} finally {
  doubles.kill();
  await rm(folder, { recursive: true, force: true });
}
