/** Differences of two judges, by hand. */
import { describe, expect, it } from 'vitest';
import type { JudgeRow, Said } from '../../src/data/judge-row.ts';
import { differencesOf } from '../../src/measure/judge-differences.ts';

const EMPTY = { labels: [], samples: [], confidence: null, group: null, generated: [], human: null };
const judge = (name: string, verdicts: readonly (readonly [Said | null, Said])[]) => ({
  name,
  rows: verdicts.map(([predicted, label], at): JudgeRow => ({ ...EMPTY, id: String(at), predicted, labels: [label] })),
});

describe('differences of judges', () => {
  it('are of accuracy where they prefer, over the rows that both decided, with McNemar and permutation', () => {
    const one = judge('one', [
      ...(['a', 'a', 'a', 'a', 'a', 'b'] as const).map((predicted) => [predicted, 'a'] as const),
      [null, 'a'],
    ]);
    const other = judge('other', [
      ...(['b', 'b', 'b', 'tie', 'b', 'a', 'a'] as const).map((predicted) => [predicted, 'a'] as const),
    ]);
    const [difference, ...more] = differencesOf([one, other], { resamples: 200 });
    expect(more).toEqual([]);
    // 5 of 6 against 1.5 of 6; the first alone is right on five, the second on one.
    expect(difference).toMatchObject({ first: 'one', second: 'other', measure: 'accuracy', pairs: 6 });
    expect(difference?.difference).toBeCloseTo(3.5 / 6, 12);
    expect(difference?.mcNemar).toMatchObject({
      firstOnly: 5,
      secondOnly: 1,
      exact: expect.closeTo(14 / 64, 12) as unknown,
    });
    // Differences of +1 four times, +.5 and −1: of 64 ways to set the signs, 14 have a sum of 3.5 or more in size.
    expect(difference?.p).toBe(14 / 64);
  });

  it('are by the scale that is asked for, of judges that have each row once', () => {
    const [one, other] = [
      judge('one', [
        [1, 1],
        [0, 1],
      ]),
      judge('other', [
        [0, 1],
        [1, 1],
      ]),
    ];
    expect(differencesOf([one, other], { scale: 'category' })).toMatchObject([{ measure: 'accuracy', pairs: 2 }]);
    const twice = { name: 'twice', rows: [...one.rows, ...other.rows] };
    expect(() => differencesOf([one, twice], {})).toThrow('twice has the id “0” twice');
    const words = judge('words', [['a', 'a']]);
    expect(() => differencesOf([one, words], { scale: 'score' })).toThrow('words, row 0: “a” is no score');
  });

  it('are of each correlation where they score, and none between judges of two kinds', () => {
    const gold = [1, 2, 3, 4, 5, 5, 4, 2];
    const good = judge(
      'good',
      gold.map((label) => [label, label] as const),
    );
    const poor = judge(
      'poor',
      gold.map((label, at) => [6 - label + (at % 2), label] as const),
    );
    const preferring = judge('prefers', [
      ['a', 'a'],
      ['b', 'b'],
    ]);
    const differences = differencesOf([good, poor, preferring], { resamples: 300 });
    expect(differences.map(({ measure, second }) => [measure, second])).toEqual(
      (['alphaOrdinal', 'pearson', 'spearman', 'kendall'] as const).map((measure) => [measure, 'poor']),
    );
    for (const { difference, isSignificant, p, mcNemar } of differences) {
      expect(difference).toBeGreaterThan(1);
      expect(isSignificant).toBe(true);
      expect(p).toBeLessThan(0.05);
      expect(mcNemar).toBeNull();
    }
  });

  it('draw nothing over more than 20,000 rows unless that is asked for', () => {
    const many = (name: string, wrong: number) =>
      judge(
        name,
        Array.from({ length: 20_001 }, (_, at) => [at < wrong ? 'b' : 'a', 'a'] as const),
      );
    const [difference] = differencesOf([many('one', 0), many('other', 9)], {});
    expect(difference).toMatchObject({
      pairs: 20_001,
      interval: null,
      p: null,
      mcNemar: { firstOnly: 9, exact: 2 / 512 },
    });
  });

  it('are none without resamples or shared rows', () => {
    const one = judge('one', [
      ['a', 'a'],
      ['b', 'b'],
    ]);
    expect(differencesOf([one, one], { resamples: 0 })).toEqual([]);
    const elsewhere = { name: 'elsewhere', rows: one.rows.map((row) => ({ ...row, id: `${row.id}x` })) };
    expect(differencesOf([one, elsewhere], {})).toEqual([]);
  });
});
