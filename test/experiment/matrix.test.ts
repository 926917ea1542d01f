/** The table of an experiment, by hand: published values, ours, differences, averages, counts, and what is refused. */
import { stringify } from 'yaml';
import { describe, expect, it } from 'vitest';
import type { LoadedExperiment } from '../../src/experiment/experiment-data.ts';
import { matrixOf, type MeasuredPart } from '../../src/experiment/matrix.ts';
import { readExperiment } from '../../src/experiment/read-experiment.ts';
import { figureOf, type Figure } from '../../src/measure/figure.ts';
import { quantile } from '../../src/metrics/bootstrap.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { mean } from '../../src/metrics/mean.ts';

const FILE = {
  name: 'Judges',
  data: [
    { id: 'easy', file: 'easy.jsonl' },
    { id: 'hard', file: 'hard.jsonl' },
  ],
  models: ['small', 'large'],
  protocols: [
    { id: 'plain', protocol: 'vanilla' },
    { id: 'plain k = 1', protocol: 'cot' },
  ],
  metrics: ['agreement'],
  table: {
    source: 'table 9 of a paper',
    percent: true,
    places: 1,
    measure: 'agreement.accuracy',
    columns: [
      { head: 'Easy', data: 'easy' },
      { head: 'Average' },
      { head: 'Kappa', data: 'easy', measure: 'agreement.cohenKappa', percent: false },
    ],
    rows: [
      { model: 'small', system: 'plain', published: [70, null, 0.4] },
      { model: 'large', system: 'plain', published: [90, 80, 0.9] },
      { head: 'Trained', published: [99, 98, null], notMeasured: 'it is trained' },
    ],
  },
};

const load = async (file: object): Promise<LoadedExperiment> => ({
  ...(await readExperiment(stringify(file), 'e.yaml')),
  data: FILE.data.map((each) => ({ ...each, rows: [], unusable: [], sha256: '' })),
  scores: new Map(),
  lists: new Map(),
  text: '',
});

const part = (data: string, model: string, accuracy: number | null, kappa: number | null = null): MeasuredPart => ({
  data,
  model,
  cells: [
    { system: 'plain', measure: 'agreement.accuracy', figure: figure(accuracy, { low: 0.5, high: 0.9 }) },
    { system: 'plain', measure: 'agreement.cohenKappa', figure: figure(kappa) },
  ],
});

function figure(value: number | null, interval: { readonly low: number; readonly high: number } | null = null): Figure {
  const counted = { value, scored: 10, missing: 1 };
  if (interval === null) return { ...counted, interval, ...(value === null ? {} : { noInterval: 'n = 1' }) };
  return {
    ...counted,
    interval: { ...interval, resamples: 10, undefinedResamples: 0 },
    resample: () => ({ value, scored: 10 }),
  };
}

describe('the table of an experiment', () => {
  it('has a row for each way of refining where the file names no rows', async () => {
    const experiment = await load({
      ...{ name: FILE.name, data: FILE.data, metrics: ['refinement'] },
      refinements: [{ id: 'by list', method: 'checklist' }],
      table: { columns: [{ head: 'Start', measure: 'refinement.0' }] },
    });
    const cells = [{ system: 'by list', measure: 'refinement.0', figure: figure(0.5) }];
    const parts = FILE.data.map(({ id }) => ({ data: id, model: null, cells }));
    const { rows } = matrixOf(experiment, parts);
    expect(rows.map(({ head, cells: [cell] }) => [head, cell?.ours])).toEqual([['by list', 0.5]]);
  });

  it('has each value in the paper’s unit beside ours, with the difference, its interval, averages and counts', async () => {
    const parts = [part('easy', 'small', 0.75, 0.5), part('hard', 'small', 0.25), part('easy', 'large', 0.8)];
    const { rows, columns, source } = matrixOf(await load(FILE), parts);
    expect(source).toBe('table 9 of a paper');
    expect(columns.map(({ head, times }) => [head, times])).toEqual([
      ['Easy', 100],
      ['Average', 100],
      ['Kappa', 1],
    ]);
    expect(rows[0]).toEqual({
      head: 'small, plain',
      notMeasured: null,
      cells: [
        {
          ...{ published: 70, ours: 75, difference: 5, interval: { low: -20, high: 20 }, noInterval: null },
          ...{ publishedLies: 'inside', scored: 10, missing: 1 },
        },
        // The resamples of both files are what they are: their mean does not move.
        {
          ...{ published: null, ours: 50, difference: null, interval: null, noInterval: 'all alike' },
          ...{ publishedLies: null, scored: 20, missing: 2 },
        },
        {
          ...{ published: 0.4, ours: 0.5, difference: 0.5 - 0.4, interval: null, noInterval: 'n = 1' },
          ...{ publishedLies: null, scored: 10, missing: 1 },
        },
      ],
    });
    // The large model has no figure on the hard data: no average, and no kappa on the easy ones.
    expect(rows[1]?.cells.map(({ ours }) => ours)).toEqual([80, null, null]);
    expect(rows[2]).toMatchObject({
      head: 'Trained',
      notMeasured: 'it is trained',
      cells: [{ published: 99, ours: null }, {}, {}],
    });
  });

  it('averages over groups of files, each of which counts as one', async () => {
    const columns = [{ head: 'Average', data: [['easy', 'hard'], 'easy'] }];
    const experiment = await load({
      ...FILE,
      table: { ...FILE.table, columns, rows: [{ model: 'small', system: 'plain' }] },
    });
    const averageOf = (...parts: readonly MeasuredPart[]) => matrixOf(experiment, parts).rows[0]?.cells[0];
    // (.75 + .25) / 2 = .5, and (.5 + .75) / 2.
    expect(averageOf(part('easy', 'small', 0.75), part('hard', 'small', 0.25))).toMatchObject({
      ours: 62.5,
      scored: 30,
    });
    // No average leaves a file out.
    expect(averageOf(part('easy', 'small', 0.75))?.ours).toBeNull();
    const unknown = {
      ...FILE,
      table: { ...FILE.table, columns: [{ head: 'Average', data: [['easy', 'herd']] }], rows: undefined },
    };
    await expect(readExperiment(stringify(unknown), 'e.yaml')).rejects.toThrow('has no data “herd”');
  });

  it('has intervals of macro averages, each file resampled by itself', async () => {
    const experiment = await load(FILE);
    const easy = [1, 1, 0, 1, 0, 1];
    const hard = [0, 0, 1, 0];
    const partOf = (data: string, values: readonly number[]): MeasuredPart => {
      const drawn = figureOf(values, (each) => ({ value: mean(each) }), { seed: 42 });
      return { data, model: 'small', cells: [{ system: 'plain', measure: 'agreement.accuracy', figure: drawn }] };
    };
    const averageOf = (values: readonly number[], others: readonly number[]) =>
      matrixOf(experiment, [partOf('easy', values), partOf('hard', others)]).rows[0]?.cells[1];
    // By another way: all of the first file is drawn, then all of the second, from one row of random numbers.
    const random = seededRandom(42);
    const drawnMean = (values: readonly number[]) =>
      values.reduce((sum) => sum + (values[Math.floor(random() * values.length)] ?? 0), 0) / values.length;
    const averages = Array.from({ length: 1000 }, () => (drawnMean(easy) + drawnMean(hard)) / 2).sort((a, b) => a - b);
    const { ours, interval } = averageOf(easy, hard) ?? {};
    expect(ours).toBeCloseTo(((4 / 6 + 1 / 4) / 2) * 100, 9);
    expect(interval?.low).toBeCloseTo((quantile(averages, 0.025) ?? 0) * 100, 9);
    expect(interval?.high).toBeCloseTo((quantile(averages, 0.975) ?? 0) * 100, 9);
    expect(averageOf(easy, [1])).toMatchObject({ interval: null, noInterval: 'n = 1', scored: 7 });
    const undrawn = matrixOf({ ...experiment, resamples: 0 }, [partOf('easy', easy), partOf('hard', hard)]);
    expect(undrawn.rows[0]?.cells[1]).toMatchObject({ interval: null, noInterval: 'not drawn' });
  });

  it('pools sets of data by their items where the table says so', async () => {
    const pooled = await load({ ...FILE, table: { ...FILE.table, average: 'pooled' } });
    const partOf = (data: string, values: readonly number[]): MeasuredPart => {
      const drawn = figureOf(values, (each) => ({ value: mean(each) }), { seed: 42 });
      return { data, model: 'small', cells: [{ system: 'plain', measure: 'agreement.accuracy', figure: drawn }] };
    };
    const { rows, average } = matrixOf(pooled, [partOf('easy', [1, 1, 1, 1, 1, 0]), partOf('hard', [0, 0])]);
    // 5 of 8, not the mean of 5/6 and 0. Of the second file every resample is 0.
    expect([average, rows[0]?.cells[1]?.ours]).toEqual(['pooled', 62.5]);
    expect(rows[0]?.cells[1]).toMatchObject({ interval: { high: 75 }, scored: 8 });
    // Nothing was measured of the second file: an average leaves no data out.
    const part = matrixOf(pooled, [partOf('easy', [1, 0])]).rows[0]?.cells[1];
    expect(part).toMatchObject({ ours: null, noInterval: null });
  });

  it('sums the rows above where the paper has a total, and leaves none of them out', async () => {
    const models = FILE.table.rows.slice(0, 2);
    const total = { head: 'Both', total: true, published: [160, null, null] };
    const experiment = await load({ ...FILE, table: { ...FILE.table, rows: [...models, total] } });
    const parts = [part('easy', 'small', 0.75), part('easy', 'large', 0.5)];
    const [both, ...others] = matrixOf(experiment, parts).rows[2]?.cells ?? [];
    expect(both).toMatchObject({ published: 160, ours: 125, difference: -35, interval: null, scored: 20 });
    expect(others.map(({ ours }) => ours)).toEqual([null, null]);
    expect(matrixOf(experiment, parts.slice(1)).rows[2]?.cells[0]?.ours).toBeNull();
    const small = { ...experiment, models: experiment.models.slice(0, 1) };
    expect(matrixOf(small, parts).rows[2]?.notMeasured).toBe('a row above was not measured');
  });

  it('says that a published value lies outside', async () => {
    const low = { ...part('easy', 'small', 0.4), cells: [] };
    const cells = [{ system: 'plain', measure: 'agreement.accuracy', figure: figure(0.4, { low: 0.3, high: 0.6 }) }];
    const { rows } = matrixOf(await load(FILE), [{ ...low, cells }]);
    expect(rows[0]?.cells[0]).toMatchObject({ interval: { low: -40, high: -10 }, publishedLies: 'outside' });
  });

  it('is by default every measure of every system', async () => {
    const { table, ...file } = FILE;
    expect(table.rows).toHaveLength(3);
    const { rows, columns } = matrixOf(await load(file), [
      part('easy', 'small', 0.75, 0.5),
      part('hard', 'large', null),
    ]);
    expect(columns.map(({ head }) => head)).toEqual(['Accuracy', 'Kappa']);
    expect(rows.map(({ head, cells }) => [head, ...cells.map(({ ours }) => ours)])).toEqual([
      ['easy, small, plain', 0.75, 0.5],
      ['hard, large, plain', null, null],
    ]);
  });

  it('calls measures of one name by their metrics, too', async () => {
    const experiment = await load({ name: FILE.name, data: FILE.data, metrics: ['tasks', 'criteria'] });
    const measures = ['tasks.count', 'criteria.tasks', 'criteria.count'];
    const cells = measures.map((measure) => ({ system: 'all', measure, figure: figure(2) }));
    const { columns } = matrixOf(experiment, [{ data: 'easy', model: null, cells }]);
    expect(columns.map(({ head }) => head)).toEqual(['Tasks (tasks.count)', 'Tasks (criteria.tasks)', 'Criteria']);
  });

  it('says of rows whose model was not chosen that they are not measured', async () => {
    const experiment = await load(FILE);
    const chosen = { ...experiment, models: experiment.models.filter(({ id }) => id === 'small') };
    const { rows } = matrixOf(chosen, [part('easy', 'small', 0.75, 0.5), part('hard', 'small', 0.25)]);
    const why = rows.map(({ notMeasured }) => notMeasured);
    expect(why).toEqual([null, 'its model was not chosen', 'it is trained']);
    expect(rows[1]?.cells[0]).toMatchObject({ published: 90, ours: null });
  });

  it('joins what its row and its column say of a system', async () => {
    const columns = [{ head: 'k = 1', system: 'k = 1' }];
    const rows = [{ model: 'small', system: 'plain' }];
    const cell = { system: 'plain k = 1', measure: 'agreement.accuracy', figure: figure(1) };
    const experiment = await load({ ...FILE, table: { ...FILE.table, data: 'easy', columns, rows } });
    const matrix = matrixOf(experiment, [{ ...part('easy', 'small', 0), cells: [cell] }]);
    expect(matrix.rows[0]?.cells[0]?.ours).toBe(100);
  });

  it.each([
    ['a system that there is not', { rows: [{ model: 'small', system: 'plane' }] }, 'has no system “plane”'],
    ['a measure that there is not', { measure: 'agreement.acc' }, 'has no measure “agreement.acc”'],
    ['no model where there are several', { rows: [{ system: 'plain' }] }, 'should name its model in the column “Easy”'],
    [
      'too few values',
      { rows: [{ model: 'small', system: 'plain', published: [1] }] },
      'has 1 values; the table has 3 columns',
    ],
    [
      'a value that is none',
      { rows: [{ model: 'small', system: 'plain', published: ['1', 2, 3] }] },
      'should be a number or null',
    ],
  ])('is refused with %s', async (_what, changed, says) => {
    await expect(load({ ...FILE, table: { ...FILE.table, ...changed } })).rejects.toThrow(says);
  });
});
