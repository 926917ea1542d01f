/**
 * Main-content extraction: the article extraction benchmark's metric and speed of `extractPage` beside Readability,
 * and how much of list- and table-heavy guides is kept.
 *
 *   npm run bench:extract -- --data DIR [--repeat N] [--baseline N] [--ids FILE] [--json]
 *
 * DIR holds `html/<id>.html.gz` and `ground-truth.json` (id → { articleBody }).
 */
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';
import Table from 'cli-table3';
import { z } from 'zod';
import { extractPage } from '../src/page/extract-page.ts';
import { readabilityBaselines } from './support/readability-baselines.ts';
import { meanScores, scoreText, type PageScore } from './support/shingle-score.ts';

const LIMITS = { maxDocumentBytes: 50_000_000, extractionTimeoutMs: 60_000 };
const ROOT = path.resolve(import.meta.dirname, '..');

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    baseline: { type: 'string', default: '20' },
    verbose: { type: 'boolean', default: false },
  },
});

const GroundTruth = z.record(z.string(), z.looseObject({ articleBody: z.string() }));
const ListHeavy = z.object({
  page: z.string(),
  items: z.array(z.string()),
  rows: z.array(z.array(z.string())),
});

interface Case {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly truth: string;
}
interface Run {
  readonly name: string;
  readonly scores: readonly PageScore[];
  readonly ms: readonly number[];
  readonly failures: readonly string[];
}

async function readCases(folder: string): Promise<Case[]> {
  const truth = GroundTruth.parse(JSON.parse(await readFile(path.join(folder, 'ground-truth.json'), 'utf8')));
  const ids = Object.keys(truth).sort();
  return Promise.all(
    ids.map(async (id) => ({
      id,
      bytes: gunzipSync(await readFile(path.join(folder, 'html', `${id}.html.gz`))),
      truth: truth[id]?.articleBody ?? '',
    })),
  );
}

async function measure(
  name: string,
  cases: readonly Case[],
  repeat: number,
  extract: (bytes: Uint8Array) => Promise<string>,
): Promise<Run> {
  const scores: PageScore[] = [];
  const ms: number[] = [];
  const failures: string[] = [];
  for (let round = 0; round < repeat; round += 1) {
    for (const { id, bytes, truth } of cases) {
      const start = performance.now();
      const text = await extract(bytes).catch((error: unknown) => {
        failures.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
        return '';
      });
      ms.push(performance.now() - start);
      if (round === 0) scores.push(scoreText(text, truth));
    }
  }
  return { name, scores, ms, failures };
}

async function extractText(bytes: Uint8Array): Promise<string> {
  const outcome = await extractPage(
    {
      url: 'https://page.test/',
      finalUrl: 'https://page.test/',
      via: 'web',
      bytes,
      contentType: 'text/html; charset=utf-8',
      fetchedAt: '',
    },
    LIMITS,
  );
  if (outcome.status === 'failed') throw new Error(`${outcome.decision}: ${outcome.reason}`);
  return outcome.page.text;
}

/** Share of list items and table rows of our own guides that stand whole in one block of their kind. */
async function keptOfGuides(): Promise<{
  guides: number;
  expected: number;
  kept: number;
  missing: string[];
}> {
  const folder = path.join(ROOT, 'test/library/list-heavy');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.json')).sort();
  const missing: string[] = [];
  let expected = 0;
  for (const file of files) {
    const guide = ListHeavy.parse(JSON.parse(await readFile(path.join(folder, file), 'utf8')));
    const bytes = await readFile(path.join(ROOT, 'fixtures/library', guide.page));
    const url = `library:${guide.page}`;
    const outcome = await extractPage(
      { url, finalUrl: url, via: 'library', bytes, contentType: null, fetchedAt: '' },
      LIMITS,
    );
    if (outcome.status === 'failed') throw new Error(`${guide.page}: ${outcome.reason}`);
    const { blocks, text } = outcome.page;
    const plain = (value: string): string => value.replace(/\s+/g, ' ').trim();
    const of = (kind: string): string[] =>
      blocks.filter((block) => block.kind === kind).map((block) => plain(text.slice(block.start, block.end)));
    const items = of('list-item');
    const rows = of('table-row');
    expected += guide.items.length + guide.rows.length;
    missing.push(
      ...guide.items
        .filter((item) => !items.some((block) => block.includes(plain(item))))
        .map((item) => `${file}: ${item}`),
      ...guide.rows
        .filter((row) => !rows.some((block) => row.every((cell) => block.includes(plain(cell)))))
        .map((row) => `${file}: ${row.join(' | ')}`),
    );
  }
  return { guides: files.length, expected, kept: expected - missing.length, missing };
}

function p95(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(sorted.length * 0.95) - 1)] ?? 0;
}

function pagesPerSecond(ms: readonly number[]): number {
  return (1000 * ms.length) / ms.reduce((sum, value) => sum + value, 0);
}

async function main(): Promise<number> {
  if (args.data === undefined) {
    console.error(
      "NOT RUN: give the benchmark's folder, e.g. npm run bench:extract -- --data ../data/extraction",
    );
    return 2;
  }
  const cases = await readCases(args.data).catch((error: unknown) => {
    console.error(
      `NOT RUN: ${args.data ?? ''} is not the benchmark's folder: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  });
  if (cases === null) return 2;
  const repeat = Math.max(1, Number(args.repeat));
  const sampleSize = Math.min(cases.length, Number(args.baseline));
  const step = cases.length / Math.max(1, sampleSize);
  const sample = Array.from({ length: sampleSize }, (_, index) => cases[Math.floor(index * step)]).filter(
    (item) => item !== undefined,
  );

  await extractText(cases[0]?.bytes ?? new Uint8Array());
  const ours = await measure('extractPage', cases, repeat, extractText);
  const baselines = await readabilityBaselines();
  const oursOnSample = await measure('extractPage, sample', sample, 1, extractText);
  const onJsdom = await measure('Readability + jsdom, sample', sample, 1, baselines.jsdom);
  const onLinkedom = await measure('Readability + linkedom', cases, 1, baselines.linkedom);
  const guides = await keptOfGuides();

  const half = Math.ceil(cases.length / 2);
  const table = new Table({
    head: [
      'extractor',
      'pages',
      'F1',
      'first half',
      'second half',
      'precision',
      'recall',
      'pages/s',
      'p95 ms',
      'failures',
    ],
  });
  for (const run of [ours, oursOnSample, onJsdom, onLinkedom]) {
    const all = meanScores(run.scores);
    const isWhole = run.scores.length === cases.length;
    table.push([
      run.name,
      run.scores.length,
      all.f1.toFixed(4),
      isWhole ? meanScores(run.scores.slice(0, half)).f1.toFixed(4) : '',
      isWhole ? meanScores(run.scores.slice(half)).f1.toFixed(4) : '',
      all.precision.toFixed(4),
      all.recall.toFixed(4),
      pagesPerSecond(run.ms).toFixed(1),
      p95(run.ms).toFixed(0),
      run.failures.length,
    ]);
  }
  console.log(table.toString());
  const speedRatio = sampleSize === 0 ? null : pagesPerSecond(oursOnSample.ms) / pagesPerSecond(onJsdom.ms);
  console.log(
    `Speed on the same ${sampleSize} pages: ${speedRatio?.toFixed(1) ?? '–'} × Readability + jsdom`,
  );
  console.log(
    `List- and table-heavy guides: ${guides.kept} of ${guides.expected} items and rows kept in ${guides.guides} guides (${(guides.kept / guides.expected).toFixed(4)})`,
  );
  for (const line of [...ours.failures, ...guides.missing]) console.log(`  lost: ${line}`);
  if (args.verbose) {
    const rows = cases.map(({ id }, index) => ({ id, index, score: ours.scores[index] }));
    for (const { id, index, score } of rows) console.log(index, id, JSON.stringify(score));
  }
  if (args.json) {
    const all = meanScores(ours.scores);
    console.log(
      JSON.stringify({
        pages: cases.length,
        ...all,
        f1FirstHalf: meanScores(ours.scores.slice(0, half)).f1,
        f1SecondHalf: meanScores(ours.scores.slice(half)).f1,
        pagesPerSecond: pagesPerSecond(ours.ms),
        p95Ms: p95(ours.ms),
        failures: ours.failures.length,
        baselinePages: sampleSize,
        speedRatio,
        f1Jsdom: meanScores(onJsdom.scores).f1,
        f1Linkedom: meanScores(onLinkedom.scores).f1,
        guides: {
          guides: guides.guides,
          expected: guides.expected,
          kept: guides.kept,
          share: guides.kept / guides.expected,
        },
        peakRssMb: process.resourceUsage().maxRSS / 1024,
      }),
    );
  }
  return 0;
}

process.exitCode = await main();
