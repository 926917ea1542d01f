import { describe, expect, it } from 'vitest';
import type { JudgeRow, Said } from '../../src/data/judge-row.ts';
import { measureJudge, type JudgeFigures } from '../../src/measure/measure-judge.ts';

const EMPTY = { predicted: null, labels: [], samples: [], confidence: null, group: null, generated: [], human: null };
const rowsOf = (...rows: readonly Partial<JudgeRow>[]): JudgeRow[] =>
  rows.map((row, index) => ({ ...EMPTY, id: String(index + 1), ...row }));
const labelled = (...pairs: readonly (readonly [Said | null, ...(Said | null)[]])[]) =>
  rowsOf(...pairs.map(([predicted, ...labels]) => ({ predicted, labels })));
const values = ({ figures }: JudgeFigures) => Object.fromEntries(figures.map(({ name, value }) => [name, value]));

describe('measureJudge', () => {
  it('takes words for preferences, and people’s ratings for theirs', () => {
    const measured = measureJudge(
      labelled(['a', 1, 2, 2], ['b', 2, 1, 1], ['tie', 4, 5, 5], ['tie', 3, 3, 3], ['b', null]),
    );
    expect(measured).toMatchObject({ scale: 'preference', rows: 5 });
    expect(values(measured)).toMatchObject({ accuracy: 2.5 / 4, pld0: 0.5, pld1: 0.25, pld2: 0.25, wpld: 0.75 });
    expect(measured.figures[0]).toMatchObject({ scored: 4, missing: 0 });
  });

  it('takes numbers for scores: exact agreement of whole ones, people’s mean', () => {
    const measured = measureJudge(labelled([3, 3, 2], [5, 5, 5], [1, 2, 2], [4.4, 4, 4]));
    expect(measured.scale).toBe('score');
    expect(values(measured)).toMatchObject({ accuracy: 0.75 });
    expect(Object.keys(values(measured))).toEqual([
      ...['accuracy', 'quadraticKappa', 'alphaOrdinal', 'alphaInterval', 'pearson', 'spearman', 'kendall'],
      ...['accuracyError', 'fleissOfPeople', 'alphaOfPeople'],
    ]);
  });

  it('takes all else for categories, by people’s majority; a split is missing, and so is no verdict', () => {
    const measured = measureJudge(
      labelled(['yes', 'yes', 'yes'], ['no', 'yes', 'no'], [null, 'no', 'no'], ['no', 'yes', 'yes']),
    );
    expect(measured.figures.find(({ name }) => name === 'accuracy')).toMatchObject({
      value: 0.5,
      scored: 2,
      missing: 2,
    });
    expect(values(measured)).toMatchObject({ drfr: 1 / 3, drfrOfPeople: 2 / 3 });
    expect(values(measureJudge(labelled(['good', 'bad'], ['bad', 'bad'])))).not.toHaveProperty('drfr');
  });

  it('counts rows without a label where others have one', () => {
    expect(measureJudge(labelled(['yes', null], ['no', 'no'])).unlabelled).toBe(1);
    expect(measureJudge(rowsOf({ samples: ['yes', 'no'] })).unlabelled).toBe(0);
  });

  it('measures the judge against itself, and takes the majority of its samples for its verdict', () => {
    const rows = rowsOf(
      { samples: ['a', 'a', 'b'], labels: ['a'] },
      { samples: ['a', 'b'], labels: ['b'] },
      { predicted: 'a', swapped: 'b', labels: ['a'] },
      { predicted: 'a', swapped: null, labels: ['a'] },
    );
    const measured = measureJudge(rows);
    expect(values(measured)).toMatchObject({ accuracy: 3.5 / 4, selfConsistency: (1 / 3 + 0) / 2, flipRate: 1 });
    expect(measured.figures.find(({ name }) => name === 'flipRate')).toMatchObject({ scored: 1, missing: 1 });
    expect(values(measured)).toMatchObject({ orderAgreement: 0 });
  });

  it('has a standard error of the accuracy, clustered where rows say what they belong to', () => {
    const rows = labelled(['a', 'a'], ['a', 'a'], ['tie', 'b'], ['b', 'a'], [null, 'a']);
    const errorOf = (given: readonly JudgeRow[]) =>
      measureJudge(given).figures.find(({ name }) => name === 'accuracyError');
    // Points 1, 1, ½, 0: squares of the deviations sum to .6875.
    const value = Math.sqrt(0.6875 / 3 / 4);
    expect(errorOf(rows)).toMatchObject({ value: expect.closeTo(value, 12) as unknown, scored: 4, missing: 1 });
    expect(measureJudge(rows).clusters).toBeNull();
    const clustered = rows.map((row, at) => ({ ...row, cluster: at < 2 ? 'x' : 'y' }));
    // Sums of deviations .75 and −.75 of two clusters: √(2 · .5625 · 2) / 4.
    expect(errorOf(clustered)?.value).toBeCloseTo(Math.sqrt(2.25) / 4, 12);
    expect(measureJudge(clustered).clusters).toBe(2);
  });

  it('takes two words for one verdict as the same, of the judge and of people', () => {
    const measured = measureJudge(
      rowsOf(
        { predicted: 'a', labels: ['a', 'first'], samples: ['win', 'a'], swapped: 'first', afterDoubt: 'win' },
        { predicted: 'b', labels: ['loss', 'b'], samples: ['b', 'second'], swapped: 'loss', afterDoubt: 'second' },
      ),
    );
    expect(values(measured)).toMatchObject({
      ...{ fleissOfPeople: 1, alphaOfPeople: 1, selfConsistency: 1 },
      ...{ flipRate: 0, unchangedAfterDoubt: 1, accuracy: 1 },
    });
    const answers = rowsOf({ predicted: 'n/a', labels: ['not-applicable'] }, { predicted: 'yes', labels: ['yes'] });
    expect(values(measureJudge(answers))).toMatchObject({ accuracy: 1, cohenKappa: 1 });
  });

  it('says of no verdict but yes and no that it passes', () => {
    for (const samples of [
      ['a', 'b'],
      [4, 1],
      ['yes', 'perhaps'],
    ])
      expect(measureJudge(rowsOf({ predicted: null, labels: [], samples }), { passAt: [1] }).tries).toEqual([]);
    const [pass] = measureJudge(rowsOf({ samples: ['yes', 'n/a'] }), { passAt: [1] }).tries;
    expect(pass).toMatchObject({ value: 1, scored: 1 });
  });

  it('has pass@k and at-least-k of samples, or of the candidates of a group', () => {
    const triesOf = (given: readonly JudgeRow[]) =>
      measureJudge(given, { passAt: [1, 2], atLeast: [2] }).tries.map(({ name, value, scored, missing }) => [
        ...[name, value, scored, missing],
      ]);
    const samples = rowsOf({ samples: ['yes', 'no', 'no'] }, { samples: ['yes', 'yes', null] }, { samples: ['no'] });
    // Pass@1: 1/3, 1, 0; pass@2: 1 − C(2, 2) / C(3, 2) and 1, the third having one try alone.
    expect(triesOf(samples)).toEqual([
      ['pass@1', expect.closeTo(4 / 9, 12), 3, 0],
      ['pass@2', expect.closeTo(5 / 6, 12), 2, 1],
      ['at least 2', 0.5, 2, 1],
    ]);
    const candidates = rowsOf(
      { group: 'x', predicted: 1, labels: [1] },
      { group: 'x', predicted: 5, labels: [0.5] },
      { group: 'y', predicted: 2, labels: [1] },
      { group: 'y', predicted: 3, labels: [1] },
    );
    expect(triesOf(candidates)).toEqual([
      ['pass@1', 0.75, 2, 0],
      ['pass@2', 1, 2, 0],
      ['at least 2', 0.5, 2, 0],
    ]);
    // From 1 to 10: nothing says what passes.
    expect(triesOf([...candidates, ...rowsOf({ group: 'y', predicted: 2, labels: [7] })])).toEqual([]);
  });

  it('says how often a doubted verdict stays, and how often the second one is right', () => {
    const rows = rowsOf(
      { predicted: 'a', afterDoubt: 'a', labels: ['a'] },
      { predicted: 'a', afterDoubt: 'b', labels: ['b'] },
      { predicted: 'b', afterDoubt: 'tie', labels: ['b'] },
      { predicted: 'b', afterDoubt: null, labels: ['b'] },
      { predicted: 'b', labels: ['b'] },
    );
    const { figures } = measureJudge(rows);
    const of = (name: string) => figures.find((figure) => figure.name === name);
    expect(of('unchangedAfterDoubt')).toMatchObject({ value: 1 / 3, scored: 3, missing: 1 });
    // Right, right, and a tie that counts half.
    expect(of('accuracyAfterDoubt')).toMatchObject({ value: 2.5 / 3, scored: 3, missing: 1 });
    expect(of('accuracy')).toMatchObject({ value: 4 / 5, scored: 5 });
    expect(values(measureJudge(rows.slice(4)))).not.toHaveProperty('accuracyAfterDoubt');
  });

  it('calibrates what says how sure it was', () => {
    const rows = labelled(['yes', 'yes'], ['no', 'yes'], ['no', null]).map((row) => ({ ...row, confidence: 0.8 }));
    const { calibration } = measureJudge(rows);
    expect(calibration?.scored).toBe(2);
    expect(calibration?.error).toBeCloseTo(0.3, 12);
  });

  it('calibrates by the same agreement as accuracy: of scores, of whole ones', () => {
    // People's means are 3.5 and 1.5: both round up to what the judge said.
    const rows = labelled([4, 3, 4], [2, 1, 2], [5, 1, 2]).map((row) => ({ ...row, confidence: 2 / 3 }));
    const measured = measureJudge(rows);
    expect(values(measured)['accuracy']).toBeCloseTo(2 / 3, 12);
    expect(measured.calibration?.error).toBeCloseTo(0, 12);
  });

  it('measures selection by groups, and nothing of their rows beside', () => {
    const rows = labelled([1, 0.9], [1, 0.5], [0.5, 0.7]).map((row) => ({ ...row, group: 'g' }));
    const measured = measureJudge(rows);
    expect(Object.keys(values(measured))).toEqual(['selectionPrecision', 'selectedScore', 'randomScore']);
    expect(values(measured)).toMatchObject({ selectionPrecision: 0.5, selectedScore: 0.7 });
  });

  it('compares generated checklists with those of people', () => {
    const human = ['Is the date named?', 'Is the tone warm?'];
    const measured = measureJudge(rowsOf({ generated: [human, ['Does it rhyme?']], human }));
    expect(values(measured)).toMatchObject({ rouge1: 0.5, countError: 0.5 });
  });

  it('says how the lengths of generated lists go together with scores', () => {
    const row = (length: number, ...labels: (Said | null)[]) => ({
      ...{ generated: [Array.from({ length }, (_, at) => `Question ${at}?`)], labels },
    });
    // Lengths 1, 2, 3 and scores 2, 1, 3: r = 1 / √(2 · 2) = ½.
    const measured = measureJudge(rowsOf(row(1, 2), row(2, 1), row(3, 2, 4), row(9, null), { labels: [5] }));
    expect(values(measured)['lengthCorrelation']).toBeCloseTo(0.5, 12);
    expect(measured.figures.at(-1)).toMatchObject({ name: 'lengthCorrelation', scored: 3 });
  });

  it('draws intervals by its seed, none where it is told, and none over very many rows', () => {
    const rows = labelled(
      ...Array.from({ length: 50 }, (_, at): [Said, Said] => [at % 2 ? 'a' : 'b', at % 3 ? 'a' : 'b']),
    );
    const intervals = (options: Parameters<typeof measureJudge>[1]) =>
      measureJudge(rows, options).figures.map(({ interval }) => interval);
    expect(intervals({ seed: 1, resamples: 50 })).toEqual(intervals({ seed: 1, resamples: 50 }));
    expect(intervals({ seed: 1, resamples: 50 })).not.toEqual(intervals({ seed: 2, resamples: 50 }));
    for (const { low, high } of intervals({ resamples: 50 }).filter((each) => each !== null))
      expect(low).toBeLessThanOrEqual(high);
    expect(intervals({ resamples: 0 }).every((each) => each === null)).toBe(true);
    const many = Array.from({ length: 20_001 }, () => rows[0]!);
    expect(measureJudge(many).figures[0]).toMatchObject({ interval: null, scored: 20_001 });
  });

  it('refuses no rows, and a value that is not of the scale', () => {
    expect(() => measureJudge([])).toThrow('no rows');
    expect(() => measureJudge(labelled(['a', 'a'], ['better', 'a']), { scale: 'preference' })).toThrow(
      'Row 2: “better” is no preference',
    );
    expect(() => measureJudge(labelled([3, 'good']))).toThrow('“good” is no score');
  });
});

describe('scores of responses to the same task', () => {
  const row = (cluster: string, predicted: number, label: number): JudgeRow => ({
    ...{ ...EMPTY, id: `${cluster} ${predicted}`, predicted, labels: [label], cluster },
  });
  const first = [row('x', 1, 2), row('x', 2, 4), row('x', 3, 6)];
  const second = [row('y', 7, 3), row('y', 8, 2), row('y', 9, 1)];
  const near = (value: number): unknown => expect.closeTo(value, 9);
  const figureOf = (rows: readonly JudgeRow[], name: string) =>
    measureJudge(rows).figures.find((figure) => figure.name === name);

  it('are correlated within each task, and averaged; tasks without a correlation are missing', () => {
    const rows = [...first, ...second, row('z', 1, 1), row('z', 1, 2)];
    for (const name of ['pearsonWithin', 'spearmanWithin', 'kendallWithin'])
      expect(figureOf(rows, name)).toMatchObject({
        value: near(0),
        scored: 2,
        missing: 1,
        interval: { low: near(-1), high: near(1) },
      });
    expect(figureOf(first.slice(0, 1), 'pearsonWithin')).toBeUndefined();
  });

  it('are drawn together: a resample has all of a task, or nothing', () => {
    // Of the first task alone the correlation is 1, of the second alone −1.
    expect(figureOf([...first, ...second], 'pearson')?.interval).toMatchObject({ low: near(-1), high: near(1) });
  });
});
