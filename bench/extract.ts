/**
 * Main-content extraction: quality by the article extraction benchmark's metric, and speed, of `extractPage` beside
 * Readability; then how much of list- and table-heavy guides is kept.
 *
 *   npm run bench:extract -- --data DIR [--repeat N] [--baseline N] [--pages] [--json]
 *
 * DIR holds `html/<id>.html.gz` and `ground-truth.json` (id → { articleBody }), or folders of Readability's own test pages.
 * `--baseline` is the number of pages, spread over all, that the slow baselines run on; the ratio of speeds is taken on the
 * same pages. `--pages` prints the F1 of each page.
 */
import { parseArgs } from 'node:util';
import { extractPage } from '../src/pages/extract-page.ts';
import { printTable, quantile } from './support.ts';
import { type ExtractionCase, readExtractionCases } from './support/extraction-cases.ts';
import { keptOfGuides } from './support/kept-of-guides.ts';
import { readabilityBaselines, type Extract } from './support/readability-baselines.ts';
import { meanScores, scoreText, type PageScore } from './support/shingle-score.ts';

const LIMITS = { maxDocumentBytes: 50_000_000, extractionTimeoutMs: 60_000 };

const { values: args } = parseArgs({
  options: {
    data: { type: 'string' },
    json: { type: 'boolean', default: false },
    pages: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    baseline: { type: 'string', default: '20' },
  },
});

interface Run {
  readonly name: string;
  readonly scores: PageScore[];
  readonly ms: number[];
  readonly failures: string[];
}

/** One extractor after the other, each warmed up: taking turns would bill one for the garbage of another. */
async function measure(
  cases: readonly ExtractionCase[],
  repeat: number,
  extractors: Readonly<Record<string, Extract>>,
): Promise<Run[]> {
  const runs: Run[] = [];
  for (const [name, extract] of Object.entries(extractors)) {
    const run: Run = { name, scores: [], ms: [], failures: [] };
    runs.push(run);
    await extract(cases[0]?.bytes ?? new Uint8Array()).catch(() => '');
    for (let round = 0; round < repeat; round += 1) {
      for (const { id, bytes, truth } of cases) {
        const start = performance.now();
        const text = await extract(bytes).catch((error: unknown) => {
          run.failures.push(`${id}: ${error instanceof Error ? error.message : String(error)}`);
          return '';
        });
        run.ms.push(performance.now() - start);
        if (round === 0) run.scores.push(scoreText(text, truth));
      }
    }
  }
  return runs;
}

async function extractText(bytes: Uint8Array): Promise<string> {
  const url = 'https://page.test/';
  const contentType = 'text/html; charset=utf-8';
  const outcome = await extractPage({ url, finalUrl: url, via: 'web', bytes, contentType, fetchedAt: '' }, LIMITS);
  if (outcome.status === 'failed') throw new Error(`${outcome.decision}: ${outcome.reason}`);
  return outcome.page.text;
}

function pagesPerSecond(run: Run | undefined): number {
  const ms = run?.ms ?? [];
  return (1000 * ms.length) / ms.reduce((sum, value) => sum + value, 0);
}

function row(run: Run, half: number | null): (string | number)[] {
  const { f1, precision, recall } = meanScores(run.scores);
  const halves = half === null ? [] : [run.scores.slice(0, half), run.scores.slice(half)];
  return [
    run.name,
    run.scores.length,
    f1.toFixed(4),
    halves.map((scores) => meanScores(scores).f1.toFixed(4)).join(' / '),
    precision.toFixed(4),
    recall.toFixed(4),
    pagesPerSecond(run).toFixed(1),
    quantile(run.ms, 0.5).toFixed(0),
    quantile(run.ms, 0.95).toFixed(0),
    run.failures.length,
  ];
}

function printPages(cases: readonly ExtractionCase[], ...runs: readonly (Run | undefined)[]): void {
  const f1Of = (score: PageScore | undefined): number => (score === undefined ? 0 : meanScores([score]).f1 || 0);
  const rows = cases.map(({ id }, at) => ({ id, f1: runs.map((run) => f1Of(run?.scores[at])) }));
  printTable(
    ['page', ...runs.map((run) => `F1, ${run?.name ?? ''}`)],
    rows
      .sort((a, b) => (a.f1[0] ?? 0) - (b.f1[0] ?? 0))
      .map(({ id, f1 }) => [id, ...f1.map((each) => each.toFixed(3))]),
  );
}

async function main(folder: string): Promise<void> {
  const cases = await readExtractionCases(folder);
  const sampleSize = Math.max(1, Math.min(cases.length, Number(args.baseline)));
  const sample = cases.filter(
    (_, index) =>
      Math.floor((index * sampleSize) / cases.length) !== Math.floor(((index - 1) * sampleSize) / cases.length),
  );
  const baselines = readabilityBaselines();
  const whole = await measure(cases, Math.max(1, Number(args.repeat)), {
    extractPage: extractText,
    'Readability + linkedom': baselines.linkedom,
  });
  const sampled = await measure(sample, 1, {
    'extractPage, sample': extractText,
    'Readability + jsdom, sample': baselines.jsdom,
    '… scripts and styles cut out first': baselines.jsdomBare,
  });
  const guides = await keptOfGuides(LIMITS);

  const half = Math.ceil(cases.length / 2);
  printTable(
    [
      'extractor',
      'pages',
      'F1',
      'first / second half',
      'precision',
      'recall',
      'pages/s',
      'median ms',
      'p95 ms',
      'failures',
    ],
    [...whole.map((run) => row(run, half)), ...sampled.map((run) => row(run, null))],
  );
  const [ours, onLinkedom] = whole;
  if (args.pages) printPages(cases, ours, onLinkedom);
  const [oursSampled, onJsdom, onBareJsdom] = sampled;
  const speedRatio = pagesPerSecond(oursSampled) / pagesPerSecond(onJsdom);
  const speedRatioBare = pagesPerSecond(oursSampled) / pagesPerSecond(onBareJsdom);
  const share = guides.kept / guides.expected;
  console.log(
    `Speed on the same ${sample.length} pages: ${speedRatio.toFixed(1)} × Readability + jsdom (${speedRatioBare.toFixed(1)} × where scripts and styles are cut out for it first)`,
  );
  console.log(
    `List- and table-heavy guides: ${guides.kept} of ${guides.expected} items and rows kept in ${guides.guides} guides (${share.toFixed(4)})`,
  );
  for (const line of [...(ours?.failures ?? []), ...guides.missing]) console.log(`  lost: ${line}`);
  if (!args.json) return;
  const scores = ours?.scores ?? [];
  console.log(
    JSON.stringify({
      pages: cases.length,
      ...meanScores(scores),
      f1FirstHalf: meanScores(scores.slice(0, half)).f1,
      f1SecondHalf: meanScores(scores.slice(half)).f1,
      pagesPerSecond: pagesPerSecond(ours),
      medianMs: quantile(ours?.ms ?? [], 0.5),
      p95Ms: quantile(ours?.ms ?? [], 0.95),
      failures: ours?.failures.length,
      baselinePages: sample.length,
      speedRatio,
      speedRatioBare,
      f1Jsdom: meanScores(onJsdom?.scores ?? []).f1,
      f1Linkedom: meanScores(onLinkedom?.scores ?? []).f1,
      listHeavyGuides: guides.guides,
      listHeavyExpected: guides.expected,
      listHeavyKept: guides.kept,
      listHeavyShare: share,
    }),
  );
}

if (args.data === undefined) {
  console.error(
    'NOT RUN: give the folder of the article extraction benchmark or Readability’s test pages: npm run bench:extract -- --data DIR',
  );
  process.exitCode = 2;
} else {
  await main(args.data).catch((error: unknown) => {
    console.error(`NOT RUN on ${args.data ?? ''}: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 2;
  });
}
