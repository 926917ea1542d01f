import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { accuracy, type Pair } from '../../src/metrics/accuracy.ts';
import { cohenKappa, fleissKappa, majority } from '../../src/metrics/kappa.ts';
import { krippendorffAlpha, type Level } from '../../src/metrics/krippendorff-alpha.ts';

function times<Value>(count: number, value: Value): Value[] {
  return Array.from({ length: count }, () => value);
}

const label = fc.constantFrom('yes', 'no', 'maybe');
const pairs = fc.array(fc.record({ predicted: fc.option(label), gold: fc.option(label) }), {
  minLength: 1,
  maxLength: 40,
});
const withGaps = fc.array(fc.array(fc.option(fc.integer({ min: 1, max: 5 })), { maxLength: 5 }), {
  minLength: 1,
  maxLength: 15,
});

describe('accuracy', () => {
  it('leaves out what is missing on either side, and says how much', () => {
    const given: Pair<string>[] = [
      { predicted: 'yes', gold: 'yes' },
      { predicted: 'no', gold: 'yes' },
      { predicted: null, gold: 'yes' },
      { predicted: 'no', gold: null },
    ];
    expect(accuracy(given)).toEqual({ value: 0.5, hits: 1, scored: 2, missing: 2 });
  });

  it('of no verdict is none', () => {
    expect(accuracy([{ predicted: null, gold: 'no' }])).toMatchObject({ value: null, missing: 1 });
  });

  it('against people takes their majority, and leaves out where they are split', () => {
    expect(majority(['yes', 'no', 'no', null])).toBe('no');
    expect(majority(['yes', 'no'])).toBeNull();
    expect(majority([null])).toBeNull();
  });
});

describe("Cohen's kappa", () => {
  it('is .4 where 35 of 50 agree and chance gives half', () => {
    const given = [
      ...times(20, { predicted: 'yes', gold: 'yes' }),
      ...times(5, { predicted: 'yes', gold: 'no' }),
      ...times(10, { predicted: 'no', gold: 'yes' }),
      ...times(15, { predicted: 'no', gold: 'no' }),
    ];
    expect(cohenKappa(given).value).toBeCloseTo(0.4, 12);
  });

  it('is undefined where nobody could disagree', () => {
    expect(cohenKappa(times(3, { predicted: 'yes', gold: 'yes' })).value).toBeNull();
    expect(cohenKappa([{ predicted: null, gold: 'yes' }]).value).toBeNull();
  });

  it('is symmetric, at most 1, and knows neither order nor gaps', () => {
    fc.assert(
      fc.property(pairs, (given) => {
        const { value, scored, missing } = cohenKappa(given);
        expect(scored + missing).toBe(given.length);
        const swapped = given.map(({ predicted, gold }) => ({ predicted: gold, gold: predicted }));
        const complete = given.filter(({ predicted, gold }) => predicted !== null && gold !== null);
        for (const other of [swapped, given.toReversed(), ...(scored > 0 ? [complete] : [])]) {
          const same = cohenKappa(other).value;
          if (value === null) expect(same).toBeNull();
          else expect(same).toBeCloseTo(value, 10);
        }
        if (value !== null) expect(value).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
});

describe("Fleiss' kappa", () => {
  it('is .210 for the worked example of 10 subjects, 14 raters and 5 categories', () => {
    const table = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    const items = table.map((row) => row.flatMap((count, category) => times(count, `category ${category}`)));
    expect(fleissKappa(items).value).toBeCloseTo(0.20993, 5);
  });

  it('leaves out items with fewer ratings than the others', () => {
    const full = [
      ['a', 'a', 'b'],
      ['b', 'b', 'b'],
      ['a', 'b', 'a'],
    ];
    expect(fleissKappa([...full, ['a', null, 'b']])).toEqual({ ...fleissKappa(full), missing: 1 });
  });

  it('is undefined for one rater, for one label, and for no ratings', () => {
    for (const items of [[['a'], ['b']], [['a', 'a']], [[]]]) expect(fleissKappa(items).value).toBeNull();
  });

  it('is 1 where all agree on several labels', () => {
    expect(
      fleissKappa([
        ['a', 'a'],
        ['b', 'b'],
      ]).value,
    ).toBe(1);
  });
});

describe("Krippendorff's alpha", () => {
  /** Krippendorff's own example: four observers, twelve units, gaps. */
  const observers = [
    [1, 2, 3, 3, 2, 1, 4, 1, 2, null, null, null],
    [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, null, 3],
    [null, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, null],
    [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, null],
  ];
  const units = (observers[0] ?? []).map((_, unit) => observers.map((values) => values[unit] ?? null));

  it.each<[Level, number]>([
    ['nominal', 0.743],
    ['ordinal', 0.815],
    ['interval', 0.849],
  ])('%s is %d for the worked example', (level, expected) => {
    const { value, scored, missing } = krippendorffAlpha(units, level);
    expect(value).toBeCloseTo(expected, 3);
    expect([scored, missing]).toEqual([11, 1]);
  });

  it('is undefined where one value is all there is', () => {
    expect(
      krippendorffAlpha(
        [
          [2, 2],
          [2, 2],
        ],
        'interval',
      ).value,
    ).toBeNull();
    expect(krippendorffAlpha([[1], []], 'nominal')).toEqual({ value: null, scored: 0, missing: 2 });
  });

  it('keeps to its level: no other names, ranks or units of measure change it', () => {
    fc.assert(
      fc.property(withGaps, (items) => {
        const mapped = (change: (value: number) => number) =>
          items.map((values) => values.map((value) => (value === null ? null : change(value))));
        const changes: [Level, (value: number) => number][] = [
          ['nominal', (value) => (value * 7) % 11],
          ['ordinal', (value) => value ** 3],
          ['interval', (value) => 3 * value - 8],
        ];
        for (const [level, change] of changes) {
          const { value, scored, missing } = krippendorffAlpha(items, level);
          expect(scored + missing).toBe(items.length);
          const same = krippendorffAlpha(mapped(change), level).value;
          if (value === null) expect(same).toBeNull();
          else expect(same).toBeCloseTo(value, 8);
        }
      }),
    );
  });
});
