/**
 * EA-Web with a model beside the call pattern of the paper, on the same pages and against the same doubles (a scripted
 * model, a web, a SearXNG) in another process. EA-Web runs built, in a fresh process and with an empty store, then the
 * same again. The pattern really waits for each of its calls, which takes a minute.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MAX_POINTS_PER_MERGE } from '../src/discover/merge-points.ts';
import { benchOptions, printTable } from './support.ts';
import { extractionCpuMs, runEaWeb, startDoubles } from './support/ea-web.ts';
import {
  CONCURRENCY,
  INSTRUCTION,
  KEPT_PER_QUERY,
  LATENCY_MS,
  QUERIES,
  RESULTS_PER_QUERY,
} from './support/guide-world.ts';
import { runPaperPattern } from './support/paper-pattern.ts';

const MAX_CALLS = 30;
const MAX_IN_SEQUENCE = 8;
const MAX_INPUT_SHARE = 1 / 8;
const MAX_WALL_RATIO = 1.3;
const MIN_SPEEDUP = 7;
const COUNTS = ['calls', 'inputTokens', 'outputTokens', 'searches', 'fetches'] as const;

interface Taken extends Readonly<Record<(typeof COUNTS)[number], number>> {
  readonly wallMs: number;
}

const { json } = benchOptions();
const doubles = startDoubles();
const folder = await mkdtemp(join(tmpdir(), 'groundrule-bench-'));
try {
  const { flags } = await doubles.report();
  const settings = (store: string) => ({
    ...flags,
    mode: 'web',
    queries: QUERIES,
    keep: KEPT_PER_QUERY,
    // Told, as by anybody who knows his server: finding it out takes one more call, once per server.
    modelFormat: 'json_schema',
    concurrency: CONCURRENCY,
    modelConcurrency: CONCURRENCY,
    store: join(folder, store),
  });
  const extractionMs = await extractionCpuMs();
  // A rehearsal for the doubles, which from then on answer without computing.
  await runEaWeb(settings('rehearsal.sqlite'));
  const first = await measure(() => runEaWeb(settings('store.sqlite')));
  const second = await measure(() => runEaWeb(settings('store.sqlite')));
  const pattern = await measure(() =>
    runPaperPattern({
      baseUrl: String(flags['baseUrl']),
      searxngUrl: String(flags['searxngUrl']),
      instruction: INSTRUCTION,
      queries: QUERIES,
      keptPerQuery: KEPT_PER_QUERY,
    }),
  );
  report(first, second, pattern.taken, extractionMs);
} finally {
  doubles.stop();
  await rm(folder, { recursive: true, force: true });
}

/** What a run took, as the doubles saw it. */
async function measure<Run extends { readonly wallMs: number }>(
  work: () => Promise<Run>,
): Promise<{ readonly taken: Taken; readonly run: Run }> {
  const before = await doubles.report();
  const run = await work();
  const after = await doubles.report();
  const [calls = 0, inputTokens = 0, outputTokens = 0, searches = 0, fetches = 0] = COUNTS.map(
    (name) => after[name] - before[name],
  );
  return { taken: { calls, inputTokens, outputTokens, searches, fetches, wallMs: run.wallMs }, run };
}

type EaWeb = Awaited<ReturnType<typeof measure<Awaited<ReturnType<typeof runEaWeb>>>>>;

function report(first: EaWeb, second: EaWeb, pattern: Taken, extractionMs: number): void {
  const { set, cpuMs } = first.run;
  const { advice, funnel } = set.content;
  const pathMs = criticalPathMs(advice.length);
  printTable(
    ['run', ...COUNTS, 'wall s'],
    Object.entries({
      'EA-Web': first.taken,
      'EA-Web again': second.taken,
      'the paper’s pattern': pattern,
    }).map(([name, taken]) => [name, ...COUNTS.map((count) => taken[count]), seconds(taken.wallMs)]),
  );
  printTable(
    ['step', 'items', 's'],
    Object.entries(set.run.steps).map(([step, { items, elapsedMs }]) => [step, items, seconds(elapsedMs)]),
  );
  printTable(
    ['agent', 'calls', 'inputTokens', 'outputTokens'],
    set.run.model.map(({ role, calls, inputTokens, outputTokens }) => [role, calls, inputTokens, outputTokens]),
  );
  console.log(
    `${funnel.found} pages found, ${funnel.read} read, ${funnel.kept} kept, ${funnel.criteria} criteria. ` +
      `Critical path ${seconds(pathMs)} s, extraction CPU ${seconds(extractionMs)} s, CPU in all ${seconds(cpuMs)} s.`,
  );
  const bars = barsOf(first, second, pattern, pathMs + extractionMs);
  printTable(
    ['bar', 'measured', 'met'],
    bars.map(({ bar, value, met }) => [bar, Number(value.toFixed(3)), met ? 'yes' : 'NO']),
  );
  if (bars.some(({ met }) => !met)) process.exitCode = 1;
  if (!json) return;
  const figures = {
    criticalPathMs: pathMs,
    extractionCpuMs: extractionMs,
    cpuMs,
    steps: set.run.steps,
    funnel,
  };
  const runs = { eaWeb: first.taken, again: second.taken, pattern };
  console.log(JSON.stringify({ bench: 'discover', ...runs, ...figures, bars }));
}

function barsOf(first: EaWeb, second: EaWeb, pattern: Taken, leastMs: number) {
  const found = RESULTS_PER_QUERY * QUERIES;
  const inSequence = callsInSequence(first.run.set.content.advice.length);
  const inputShare = first.taken.inputTokens / pattern.inputTokens;
  const wallRatio = first.taken.wallMs / leastMs;
  const speedup = pattern.wallMs / first.taken.wallMs;
  const asked = second.taken.searches + second.taken.fetches;
  const same = second.run.set.id === first.run.set.id;
  const read = first.run.set.content.funnel.read;
  return [
    { bar: `pages read: ${found}`, value: read, met: read === found },
    { bar: `calls ≤ ${MAX_CALLS}`, value: first.taken.calls, met: first.taken.calls <= MAX_CALLS },
    { bar: `calls in sequence ≤ ${MAX_IN_SEQUENCE}`, value: inSequence, met: inSequence <= MAX_IN_SEQUENCE },
    { bar: 'input tokens ≤ 1/8 of the pattern’s', value: inputShare, met: inputShare <= MAX_INPUT_SHARE },
    {
      bar: `wall ≤ ${MAX_WALL_RATIO} × (critical path + extraction CPU)`,
      value: wallRatio,
      met: wallRatio <= MAX_WALL_RATIO,
    },
    { bar: `≥ ${MIN_SPEEDUP} times faster than the pattern`, value: speedup, met: speedup >= MIN_SPEEDUP },
    { bar: 'again: 0 model calls', value: second.taken.calls, met: second.taken.calls === 0 },
    { bar: 'again: 0 searches and fetches', value: asked, met: asked === 0 },
    { bar: 'again: the same content (1)', value: Number(same), met: same },
  ];
}

/** The longest chain of waits that no concurrency shortens; robots.txt and a probe of the model server are not in it. */
function criticalPathMs(pieces: number): number {
  return LATENCY_MS.search + LATENCY_MS.page + callsInSequence(pieces) * LATENCY_MS.model;
}

/** Queries, rating, answers, the levels of merging, rewriting, checking; the review and the ranking side by side. */
function callsInSequence(pieces: number): number {
  return 6 + 1 + Math.ceil(Math.log2(Math.ceil(pieces / MAX_POINTS_PER_MERGE)));
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(2);
}
