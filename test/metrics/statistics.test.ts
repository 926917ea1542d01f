import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { accuracy } from '../../src/metrics/accuracy.ts';
import { bestOfN } from '../../src/metrics/best-of-n.ts';
import { bootstrap, pairedBootstrap, quantile } from '../../src/metrics/bootstrap.ts';
import { calibration } from '../../src/metrics/calibration.ts';
import { checklistSimilarity } from '../../src/metrics/checklist-similarity.ts';
import { cohenKappa, fleissKappa, quadraticKappa } from '../../src/metrics/kappa.ts';
import { drfr } from '../../src/metrics/drfr.ts';
import { flipRate } from '../../src/metrics/flip-rate.ts';
import { kendallTau } from '../../src/metrics/kendall-tau.ts';
import { krippendorffAlpha, LEVELS, type Level } from '../../src/metrics/krippendorff-alpha.ts';
import { midRanks, pearson, spearman } from '../../src/metrics/correlation.ts';
import { mean, meanOf, populationDeviation } from '../../src/metrics/mean.ts';
import { preferenceAccuracy, preferenceDistance } from '../../src/metrics/preferences.ts';
import { recallAtK } from '../../src/metrics/recall-at-k.ts';
import { selfConsistency } from '../../src/metrics/self-consistency.ts';

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);

/** Equal to nine places, or undefined on both sides. */
function expectSame(value: number | null, expected: number | null): void {
  if (expected === null || value === null) expect(value).toBe(expected);
  else expect(Math.abs(value - expected)).toBeLessThan(1e-9);
}

const score = fc.integer({ min: 1, max: 5 });
const scored = fc.array(fc.tuple(fc.option(score), fc.option(score)), { minLength: 1, maxLength: 30 });
const rated = fc.array(fc.array(fc.option(score), { maxLength: 5 }), { minLength: 1, maxLength: 15 });
const given = (pairs: readonly (readonly [number | null, number | null])[]) =>
  pairs.filter((pair): pair is readonly [number, number] => pair[0] !== null && pair[1] !== null);
const asPairs = (pairs: readonly (readonly [number | null, number | null])[]) =>
  pairs.map(([predicted, gold]) => ({ predicted, gold }));

it('a mean of what is there says how many are there, and is none where nothing is', () => {
  expect(meanOf([1, null, 4])).toEqual({ value: 2.5, scored: 2, missing: 1 });
  expect(meanOf([null])).toEqual({ value: null, scored: 0, missing: 1 });
});

describe('a figure over nothing', () => {
  it.each<[string, () => unknown]>([
    ['accuracy', () => accuracy([])],
    ['preference accuracy', () => preferenceAccuracy([])],
    ["Cohen's kappa", () => cohenKappa([])],
    ['quadratic kappa', () => quadraticKappa([])],
    ["Fleiss' kappa", () => fleissKappa([])],
    ["Krippendorff's alpha", () => krippendorffAlpha([], 'nominal')],
    ['Pearson', () => pearson([])],
    ['Spearman', () => spearman([])],
    ['Kendall', () => kendallTau([])],
    ['preference distance', () => preferenceDistance([])],
    ['DRFR', () => drfr([])],
    ['flip rate', () => flipRate([])],
    ['self-consistency', () => selfConsistency([])],
    ['calibration', () => calibration([])],
    ['best of N', () => bestOfN([])],
    ['bootstrap', () => bootstrap([], () => 0)],
    ['paired bootstrap', () => pairedBootstrap([], [], () => 0)],
    ['checklist similarity', () => checklistSimilarity([], ['Is it short?'])],
    ['recall', () => recallAtK([], 5)],
  ])('is an error: %s', (_name, measure) => {
    expect(measure).toThrow(InputError);
  });
});

describe('against a second, naive implementation', () => {
  it("Cohen's kappa and quadratic kappa, by the table of all labels", () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        const both = given(pairs);
        const labels = [1, 2, 3, 4, 5];
        const weighted = (weight: (one: number, other: number) => number) => {
          const [observed, expected] = [0, 0].map((_, isExpected) =>
            sum(
              labels.flatMap((x) =>
                labels.map((y) => {
                  const inRow = both.filter(([one]) => one === x).length;
                  const inColumn = both.filter(([, other]) => other === y).length;
                  const inCell = both.filter(([one, other]) => one === x && other === y).length;
                  return weight(x, y) * (isExpected === 1 ? (inRow * inColumn) / both.length : inCell);
                }),
              ),
            ),
          ) as [number, number];
          return both.length === 0 || expected === 0 ? null : 1 - observed / expected;
        };
        expectSame(
          cohenKappa(asPairs(pairs)).value,
          weighted((x, y) => (x === y ? 0 : 1)),
        );
        expectSame(
          quadraticKappa(asPairs(pairs)).value,
          weighted((x, y) => ((x - y) / 4) ** 2),
        );
      }),
    );
  });

  it("Krippendorff's alpha, by the matrix of coincidences", () => {
    const naive = (items: readonly (readonly (number | null)[])[], level: Level) => {
      const units = items.map((values) => values.filter((value) => value !== null)).filter(({ length }) => length > 1);
      const values = [...new Set(units.flat())].sort((a, b) => a - b);
      const coincidence = (c: number, k: number) =>
        sum(
          units.map(
            (unit) =>
              sum(unit.map((one, i) => sum(unit.map((other, j) => (i !== j && one === c && other === k ? 1 : 0))))) /
              (unit.length - 1),
          ),
        );
      const total = (c: number) => sum(values.map((k) => coincidence(c, k)));
      const n = sum(values.map(total));
      const distance = (c: number, k: number) => {
        if (level === 'nominal') return c === k ? 0 : 1;
        if (level === 'interval') return (c - k) ** 2;
        const [low, high] = [Math.min(c, k), Math.max(c, k)];
        const between = values.filter((value) => value >= low && value <= high);
        return (sum(between.map(total)) - (total(c) + total(k)) / 2) ** 2;
      };
      const over = (of: (c: number, k: number) => number) =>
        sum(values.flatMap((c) => values.map((k) => of(c, k) * distance(c, k))));
      const expected = over((c, k) => total(c) * total(k));
      return expected === 0 ? null : 1 - ((n - 1) * over(coincidence)) / expected;
    };
    fc.assert(
      fc.property(rated, (items) => {
        for (const level of LEVELS) expectSame(krippendorffAlpha(items, level).value, naive(items, level));
      }),
    );
  });

  it("Fleiss' kappa, by pairs of raters", () => {
    const full = fc.array(fc.array(fc.constantFrom('a', 'b', 'c'), { minLength: 3, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(full, (items) => {
        const agreeing = items.map(([a, b, c]) => (Number(a === b) + Number(a === c) + Number(b === c)) / 3);
        const all = items.flat();
        const chance = sum(
          ['a', 'b', 'c'].map((label) => (all.filter((each) => each === label).length / all.length) ** 2),
        );
        const observed = sum(agreeing) / items.length;
        expectSame(fleissKappa(items).value, chance === 1 ? null : (observed - chance) / (1 - chance));
      }),
    );
  });

  it('Spearman by counted ranks, Kendall by all pairs, with ties and gaps', () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        const both = given(pairs);
        const rank = (side: 0 | 1) => (pair: readonly [number, number]) =>
          both.filter((other) => other[side] < pair[side]).length +
          (both.filter((other) => other[side] === pair[side]).length + 1) / 2;
        const ranked = both.map((pair) => [rank(0)(pair), rank(1)(pair)] as const);
        const center = (both.length + 1) / 2;
        const moment = (of: (x: number, y: number) => number) =>
          sum(ranked.map(([x, y]) => of(x - center, y - center)));
        const spread = Math.sqrt(moment((x) => x * x) * moment((_x, y) => y * y));
        expectSame(spearman(pairs).value, spread === 0 ? null : moment((x, y) => x * y) / spread);

        const order = (of: (one: readonly [number, number], other: readonly [number, number]) => number) =>
          sum(both.flatMap((one, i) => both.slice(i + 1).map((other) => of(one, other))));
        const signs = order(([a, b], [c, d]) => Math.sign(a - c) * Math.sign(b - d));
        const untied = Math.sqrt(order(([a], [c]) => Number(a !== c)) * order(([, b], [, d]) => Number(b !== d)));
        expectSame(kendallTau(pairs).value, untied === 0 ? null : signs / untied);
        expect(kendallTau(pairs)).toMatchObject({ scored: both.length, missing: pairs.length - both.length });
      }),
    );
  });

  it("Pearson's r by sums of products", () => {
    fc.assert(
      fc.property(scored, (pairs) => {
        const both = given(pairs);
        const n = both.length;
        const of = (product: (x: number, y: number) => number) => sum(both.map(([x, y]) => product(x, y)));
        const [x1, y1] = [of((x) => x), of((_x, y) => y)];
        const spread = (n * of((x) => x * x) - x1 ** 2) * (n * of((_x, y) => y * y) - y1 ** 2);
        expectSame(pearson(pairs).value, spread === 0 ? null : (n * of((x, y) => x * y) - x1 * y1) / Math.sqrt(spread));
      }),
    );
  });

  it('self-consistency by drawing every two samples', () => {
    fc.assert(
      fc.property(rated, (items) => {
        const readable = items
          .map((values) => values.filter((value) => value !== null))
          .filter((all) => all.length > 1);
        const chances = readable.map((all) => {
          const twos = all.flatMap((one, i) => all.flatMap((other, j) => (i === j ? [] : [Number(one === other)])));
          return sum(twos) / twos.length;
        });
        expectSame(selfConsistency(items).value, chances.length === 0 ? null : sum(chances) / chances.length);
      }),
    );
  });
});

describe('published worked examples', () => {
  it('the standard deviations of the study of checklists', () => {
    expectSame(populationDeviation([3, 3, 3, 3, 4]), 0.4);
    expect(populationDeviation([2, 3, 3, 3, 4])).toBeCloseTo(0.632, 3);
    expect(populationDeviation([])).toBeNull();
  });

  it("Spearman's of IQ and hours of television: −29 / 165", () => {
    const pairs = [
      [106, 7],
      [100, 27],
      [86, 2],
      [101, 50],
      [99, 28],
      [103, 29],
      [97, 20],
      [113, 12],
      [112, 6],
      [110, 17],
    ] as const;
    expectSame(spearman(pairs).value, -29 / 165);
  });

  it("Kendall's of two rankings with ties, as SciPy's documentation prints it", () => {
    const pairs = [12, 2, 1, 12, 2].map((x, index) => [x, [1, 4, 7, 1, 0][index] ?? null] as const);
    expectSame(kendallTau(pairs).value, -0.47140452079103173);
  });

  it('quantiles, as NumPy takes them', () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expectSame(quantile([1, 2, 3, 4], 0.025), 1.075);
    expect(quantile([7], 0.975)).toBe(7);
    expect(quantile([], 0.5)).toBeNull();
  });
});

describe('edge cases', () => {
  it('one rater, or all alike: no agreement can be told', () => {
    expect(krippendorffAlpha([[1], [2], [3]], 'ordinal')).toEqual({ value: null, scored: 0, missing: 3 });
    for (const level of LEVELS)
      expect(
        krippendorffAlpha(
          [
            [0.1, 0.1, 0.1],
            [0.1, 0.1],
          ],
          level,
        ).value,
      ).toBeNull();
    expect(
      quadraticKappa([
        { predicted: 0.1, gold: 0.1 },
        { predicted: 0.1, gold: 0.1 },
      ]).value,
    ).toBeNull();
    for (const correlate of [pearson, spearman, kendallTau]) {
      expect(correlate([[1, 2]]).value).toBeNull();
      expect(
        correlate([
          [1, 2],
          [1, 3],
          [1, 4],
        ]).value,
      ).toBeNull();
    }
  });

  it('ties share the mean of their ranks', () => {
    expect(midRanks([30, 10, 20, 20])).toEqual([4, 1, 2.5, 2.5]);
    expect(midRanks([])).toEqual([]);
  });

  it("a judge's tie is half right where people have a preference, and wrong is wrong where they have none", () => {
    expect(
      preferenceAccuracy([
        { predicted: 'win', gold: 'win' },
        { predicted: 'tie', gold: 'loss' },
        { predicted: 'win', gold: 'tie' },
        { predicted: 'tie', gold: 'tie' },
        { predicted: null, gold: 'win' },
      ]),
    ).toEqual({ value: 2.5 / 4, hits: 2.5, scored: 4, missing: 1 });
  });

  it('a flip is counted of the pairs that have a verdict in both orders', () => {
    expect(
      flipRate([
        ['a', 'a'],
        ['a', 'b'],
        ['a', null],
      ]),
    ).toEqual({ value: 0.5, hits: 1, scored: 2, missing: 1 });
  });
});

describe('calibration', () => {
  it('weighs the gaps of its bins', () => {
    const forecasts = [
      { confidence: 0.95, isRight: true },
      { confidence: 0.95, isRight: false },
      { confidence: 1, isRight: true },
      { confidence: 0.55, isRight: true },
    ];
    const { error, bins } = calibration(forecasts);
    expectSame(error, (3 / 4) * Math.abs(2 / 3 - 2.9 / 3) + (1 / 4) * 0.45);
    expect(bins).toHaveLength(10);
    expect(bins[9]).toMatchObject({ from: 0.9, to: 1, count: 3, accuracy: 2 / 3 });
    expect(bins[0]).toMatchObject({ count: 0, confidence: null, accuracy: null });
    expect(() => calibration([{ confidence: 1.1, isRight: true }])).toThrow('outside 0–1');
  });
});

describe('the bootstrap', () => {
  const values = Array.from({ length: 200 }, (_, index) => (index * 37) % 100);

  it('draws the same for the same seed, and about the interval that theory gives', () => {
    const interval = bootstrap(values, mean, { seed: 7 });
    expect(bootstrap(values, mean, { seed: 7 })).toEqual(interval);
    expect(bootstrap(values, mean, { seed: 8 })).not.toEqual(interval);
    const halfWidth = (1.96 * (populationDeviation(values) ?? 0)) / Math.sqrt(values.length);
    expect(interval?.low).toBeCloseTo((mean(values) ?? 0) - halfWidth, -0.3);
    expect(interval?.high).toBeCloseTo((mean(values) ?? 0) + halfWidth, -0.3);
    expect(interval).toMatchObject({ resamples: 1000, undefinedResamples: 0 });
  });

  it('leaves out and counts resamples without a figure', () => {
    const kappa = (drawn: readonly { predicted: string; gold: string }[]) => cohenKappa(drawn).value;
    const two = [
      { predicted: 'yes', gold: 'yes' },
      { predicted: 'no', gold: 'no' },
    ];
    const interval = bootstrap(two, kappa);
    expect(interval).toMatchObject({ low: 1, high: 1 });
    expect(interval?.undefinedResamples).toBeGreaterThan(400);
    expect(bootstrap([1], () => null)).toBeNull();
  });

  it('pairs what was made of the same item: an even gain is certain, whatever the items', () => {
    const better = values.map((value) => value + 1);
    const paired = pairedBootstrap(better, values, mean);
    expectSame(paired.difference, 1);
    expect(paired.interval?.low).toBeCloseTo(1, 9);
    expect(paired.isSignificant).toBe(true);
    expect(pairedBootstrap(values, values.toReversed(), mean)).toMatchObject({ difference: 0, isSignificant: false });
    expect(() => pairedBootstrap([1], [1, 2], mean)).toThrow('the same items');
  });

  it('gives the paired interval of a second implementation on the same resamples, with gaps and ties', () => {
    /** Mulberry32 in 64-bit integers. */
    const numbersOf = (seed: number) => {
      const low = 0xffffffffn;
      let state = BigInt(seed);
      return () => {
        state = (state + 0x6d2b79f5n) & low;
        let mixed = ((state ^ (state >> 15n)) * (state | 1n)) & low;
        mixed ^= (mixed + (((mixed ^ (mixed >> 7n)) * (mixed | 61n)) & low)) & low;
        return Number(mixed ^ (mixed >> 14n)) / 2 ** 32;
      };
    };
    const score = fc.option(fc.integer({ min: 1, max: 4 }));
    const pairs = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(pairs, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (items, seed) => {
        const measured = pairedBootstrap(
          items.map(([one]) => one),
          items.map(([, other]) => other),
          (drawn) => mean(drawn.flatMap((value) => value ?? [])),
          { resamples: 40, seed },
        );
        const random = numbersOf(seed);
        const differences: number[] = [];
        for (let resample = 0; resample < 40; resample += 1) {
          // How often each item is drawn says it all.
          const drawn = items.map(() => Math.floor(random() * items.length));
          const times = items.map((_, at) => drawn.filter((index) => index === at).length);
          const weighted = (side: 0 | 1) => {
            const weights = items.map((item, at) => (item[side] === null ? 0 : (times[at] ?? 0)));
            const total = weights.reduce((sum, weight) => sum + weight, 0);
            return items.reduce((sum, item, at) => sum + ((weights[at] ?? 0) * (item[side] ?? 0)) / total, 0);
          };
          const difference = weighted(0) - weighted(1);
          if (Number.isFinite(difference)) differences.push(difference);
        }
        differences.sort((one, other) => one - other);
        const at = (share: number) => {
          const place = share * (differences.length - 1);
          const [below = 0, above = 0] = [Math.floor(place), Math.ceil(place)].map((index) => differences[index]);
          return below * (Math.ceil(place) - place || 1) + above * (place - Math.floor(place));
        };
        expect(measured.interval === null).toBe(differences.length === 0);
        if (measured.interval === null) return;
        expectSame(measured.interval.low, at(0.025));
        expectSame(measured.interval.high, at(0.975));
        expect(measured.interval.undefinedResamples).toBe(40 - differences.length);
      }),
    );
  });
});
