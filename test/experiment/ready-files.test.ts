/** Every ready experiment, on the scripted model and a few authored rows: it prints the paper's rows and columns beside the published values. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { parse, stringify } from 'yaml';
import { z } from 'zod';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { readExperiment } from '../../src/experiment/read-experiment.ts';
import { rowsOfBenchmark, TTCW_TESTS } from '../support/benchmark-rows.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READY = join(import.meta.dirname, '../../examples/experiments');
const FILES = (await readdir(READY)).filter((name) => name !== 'without-a-model.yaml');

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
        cells: z.array(z.looseObject({ published: number, ours: number, difference: number, scored: z.number() })),
      }),
    ),
  }),
  missing: z.array(z.unknown()),
});

/** The experiment with authored rows in place of its data, and without the intervals, which take most of the time. */
async function setUp(name: string) {
  const folder = await temporaryFolder();
  const text = await readFile(join(READY, name), 'utf8');
  const experiment = await readExperiment(text, name);
  const file = join(folder, name);
  await writeFile(file, stringify({ ...z.record(z.string(), z.unknown()).parse(parse(text)), resamples: 0 }));
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
  const run = (...flags: readonly string[]) =>
    cli(
      [
        ...['experiment', 'run', file, ...places.flat(), ...flags],
        ...['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'],
        ...['--library', join(folder, 'guides'), '--store', join(folder, 'store.sqlite')],
      ],
      { env: { HOME: folder } },
    );
  return { experiment, run, server };
}

it.each(FILES)(
  '%s prints the rows and columns of its paper, ours beside what was published',
  { timeout: 240_000 },
  async (name) => {
    const { experiment, run, server } = await setUp(name);
    const planned = await run('--dry-run');
    expect(planned.code, planned.stderr).toBe(EXIT.done);
    expect(server.statistics().requests).toBe(0);
    const { code, stdout, stderr } = await run('--format', 'json');
    expect(code, stderr).toBe(EXIT.done);
    const { matrix, missing } = Result.parse(JSON.parse(stdout));
    expect(missing).toEqual([]);
    const table = experiment.table;
    expect(matrix.columns.map(({ head }) => head)).toEqual(table?.columns.map(({ head }) => head));
    expect(matrix.rows).toHaveLength(table?.rows?.length ?? 0);
    for (const [at, { head, cells, notMeasured }] of matrix.rows.entries()) {
      const published = table?.rows?.[at]?.published;
      if (published !== undefined)
        expect(
          cells.map((cell) => cell.published),
          head,
        ).toEqual(published);
      expect(
        cells.some(({ ours }) => ours !== null),
        `${head} is measured`,
      ).toBe(notMeasured === null);
      for (const cell of cells)
        expect(cell.difference, head).toBe(
          cell.ours === null || cell.published === null ? null : cell.ours - cell.published,
        );
    }
    const { stdout: markdown } = await run('--format', 'markdown');
    expect(markdown).toContain(`As ${matrix.source}.`);
    for (const { what } of experiment.notRepeated) expect(markdown.replaceAll('\\', '')).toContain(what);
  },
);
