/** Every ready experiment, on the scripted model and a few authored rows: it prints the paper's rows and columns beside the published values. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import type { Experiment } from '../../src/experiment/experiment-file.ts';
import { readExperiment } from '../../src/experiment/read-experiment.ts';
import { rowsOfBenchmark, TTCW_TESTS } from '../support/benchmark-rows.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { shortOrLong } from '../support/run-length.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READY = join(import.meta.dirname, '../../examples/experiments');
/** One asks no model, and one has no table of its own. */
const ELSEWHERE = ['without-a-model.yaml', 'checklist-study-figure-3.yaml'];
const FILES = (await readdir(READY)).filter((name) => !ELSEWHERE.includes(name));
/** One of each kind of work; the others are planned here, and run in `npm run test:long`. */
const RUN_ALWAYS = [
  'camieval-table-3.yaml',
  'checklist-study-ablation-llmbar.yaml',
  'checklist-study-figure-3b.yaml',
  'evalagent-table-10.yaml',
  'tick-figure-3.yaml',
  'tick-table-4.yaml',
];
const RUN = shortOrLong(RUN_ALWAYS, FILES);

const GUIDE = `How to write a wedding toast

A wedding toast should last less than three minutes. Tell one short story that shows the couple. Open with the couple and not
with yourself. End your wedding toast by raising the glass to the couple.
`;

const number = z.number().nullable();
const Result = z.looseObject({
  matrix: z.object({
    source: z.string(),
    columns: z.array(z.looseObject({ head: z.string() })),
    rows: z.array(
      z.looseObject({
        head: z.string(),
        notMeasured: z.string().nullable(),
        cells: z.array(
          z.looseObject({
            published: number,
            ours: number,
            interval: z.unknown(),
            noInterval: z.string().nullable(),
            scored: z.number(),
          }),
        ),
      }),
    ),
  }),
  missing: z.array(z.unknown()),
});

/** Actionability judges a whole list for each of its criteria: of these lists the first criteria are enough. */
function shortLists({ metrics, modes }: Experiment): Pick<Experiment, 'modes'> {
  const isLong = ({ top }: Experiment['modes'][number]) => top !== undefined && metrics.includes('actionability');
  return { modes: modes.map((mode) => (isLong(mode) ? { ...mode, top: 4 } : mode)) };
}

/** The experiment with authored rows in place of its data, and with few resamples: intervals take most of the time. */
async function setUp(name: string) {
  const folder = await temporaryFolder();
  const text = await readFile(join(READY, name), 'utf8');
  const experiment = await readExperiment(text, name);
  const file = join(folder, name);
  await writeFile(
    file,
    stringify({ ...z.record(z.string(), z.unknown()).parse(parse(text)), ...shortLists(experiment), resamples: 10 }),
  );
  const places = await Promise.all(
    experiment.data.map(async ({ id, benchmark = 'plain' }) => {
      const place = join(folder, `${id}.json`);
      await writeFile(place, JSON.stringify(rowsOfBenchmark(benchmark)));
      return ['--data', `${id}=${place}`];
    }),
  );
  await writeFile(join(folder, 'ttcw_all_tests.json'), JSON.stringify(TTCW_TESTS));
  await mkdir(join(folder, 'guides'));
  await writeFile(join(folder, 'guides', 'toast.md'), GUIDE);
  const server = await startModelServer({ handler: answering(plausibleModel) });
  onTestFinished(() => server.close());
  // Of several models, the first one: the others are asked in the same way.
  const asked = experiment.models.slice(0, 1).flatMap(({ id }) => ['--models', id]);
  const run = (...flags: readonly string[]) =>
    cli(
      [
        ...['experiment', 'run', file, ...places.flat(), ...asked, ...flags],
        ...['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'],
        ...['--library', join(folder, 'guides'), '--store', join(folder, 'store.sqlite')],
      ],
      { env: { HOME: folder } },
    );
  return { experiment, folder, run, server };
}

/** Where the file wants scores of others for what was written: it is run once, and each response gets one by its length. */
async function scoreWhatIsWritten(
  { data }: Experiment,
  folder: string,
  run: (...flags: readonly string[]) => Promise<{ readonly stdout: string }>,
): Promise<void> {
  const files = data.flatMap(({ trueScore }) => (typeof trueScore === 'object' ? [trueScore.scores] : []));
  if (files.length === 0) return;
  const { stdout } = await run('--format', 'json');
  const written = Written.parse(JSON.parse(stdout)).parts.flatMap(({ refinement }) =>
    refinement.flatMap(({ responses }) => responses),
  );
  const scored = written.map((row) => JSON.stringify({ ...row, score: Math.min(1, row.response.length / 1000) }));
  for (const file of new Set(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), scored.join('\n'));
  }
}

const Written = z.looseObject({
  parts: z.array(
    z.looseObject({
      refinement: z.array(
        z.looseObject({
          responses: z.array(
            z.strictObject({
              id: z.string(),
              instruction: z.string(),
              context: z.string().nullable(),
              response: z.string(),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** Its plan takes twenty seconds: thousands of edits of planned responses. */
const LONG_PLAN = 'evalagent-table-3.yaml';
/** A plan takes seconds: with every change those of a third, which are spread over the papers. */
const PLANNED_ALWAYS = FILES.filter((name, index) => index % 3 === 0 && name !== LONG_PLAN);

it.each(shortOrLong(PLANNED_ALWAYS, FILES))('%s is planned without a question', { timeout: 120_000 }, async (name) => {
  const { experiment, run, server } = await setUp(name);
  const planned = await run('--dry-run');
  expect(planned.code, planned.stderr).toBe(EXIT.done);
  expect(server.statistics().requests).toBe(0);
  // A model for a role that is never asked would answer nothing of what the paper has it answer.
  for (const role of Object.keys(experiment.models[0]?.roles ?? {})) expect(planned.stdout).toContain(` ${role} `);
});

it.each(RUN)(
  '%s prints the rows and columns of its paper, ours beside what was published',
  { timeout: 240_000 },
  async (name) => {
    const { experiment, folder, run } = await setUp(name);
    await scoreWhatIsWritten(experiment, folder, run);
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const { matrix, missing } = Result.parse(JSON.parse(stdout));
    expect(missing).toEqual([]);
    const table = experiment.table;
    const first = experiment.models[0]?.id ?? '';
    expect(matrix.columns.map(({ head }) => head)).toEqual(table?.columns.map(({ head }) => head));
    expect(matrix.rows.length).toBeGreaterThanOrEqual(table?.rows?.length ?? 1);
    for (const [at, { head, cells, notMeasured }] of matrix.rows.entries()) {
      const published = table?.rows?.[at]?.published;
      if (published !== undefined)
        expect(
          cells.map((cell) => cell.published),
          head,
        ).toEqual(published);
      // A correlation is undefined where the scripted judge says the same of all.
      const { model } = table?.rows?.[at] ?? {};
      const isFirst = model === undefined ? table?.rows !== undefined || head.startsWith(first) : model === first;
      // The few questions of the authored rows are not of every category.
      if (name !== 'tick-figure-4.yaml')
        expect(
          cells.some(({ scored }) => scored > 0),
          `${head} is measured`,
        ).toBe(notMeasured === null && isFirst);
      for (const { ours, published: known, difference, interval, noInterval } of cells) {
        expect(difference, head).toBe(ours === null || known === null ? null : ours - known);
        expect(ours !== null, `${head} has an interval, or says why not`).toBe((interval ?? noInterval) !== null);
      }
    }
  },
);

it('stands in Markdown and in a spreadsheet, too, with what is not repeated', async () => {
  const { experiment, run } = await setUp('tick-table-7.yaml');
  const { code, stdout: markdown, stderr } = await run('--format', 'markdown');
  expect(code, stderr).toBe(EXIT.done);
  expect(markdown).toContain('As TICK and STICK, table 7.');
  expect(markdown).toContain('not measured: neither its questions nor the labels of people are public');
  for (const { what } of experiment.notRepeated) expect(markdown).toContain(what);
  const { stdout: csv } = await run('--format', 'csv');
  expect(csv.split('\n')[0]?.trim()).toBe(
    'system,column,published,ours,difference,low,high,noInterval,publishedLies,scored,missing',
  );
  expect(csv).toMatch(/^InFoBench,Precision,0.824,/mu);
});
