/** Tests of significance, errors and reducers beside their definitions: by enumeration, by double sums, by published examples. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { clusteredError } from '../../src/metrics/clustered-error.ts';
import { pearson } from '../../src/metrics/correlation.ts';
import { erfc } from '../../src/metrics/erfc.ts';
import { mcNemar, signTest } from '../../src/metrics/mcnemar.ts';
import { mean } from '../../src/metrics/mean.ts';
import { permutationTest } from '../../src/metrics/permutation-test.ts';
import { atLeastK, passAtK } from '../../src/metrics/repeated-passes.ts';

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
const range = (length: number) => Array.from({ length }, (_, at) => at);
/** All ways to say true or false of each. */
const allWays = (length: number) => range(2 ** length).map((way) => range(length).map((at) => ((way >> at) & 1) === 1));

function expectSame(value: number | null, expected: number | null): void {
  if (expected === null || value === null) expect(value).toBe(expected);
  else expect(Math.abs(value - expected)).toBeLessThan(1e-9);
}

describe('erfc', () => {
  // By Python’s math.erfc.
  it.each([
    [0, 1],
    [0.5, 0.4795001221869535],
    [1, 0.15729920705028513],
    [1.999, 0.004698443348629488],
    [2, 0.004677734981047266],
    [3, 2.209049699858544e-5],
    [5, 1.5374597944280347e-12],
  ])('of %d', (x, expected) => {
    expect(Math.abs(erfc(x) / expected - 1)).toBeLessThan(1e-9);
  });

  it('is the same by a sum of small trapezoids', () => {
    const naive = (x: number) => {
      const step = 1e-4;
      const heights = range(Math.ceil((x + 8) / step)).map((at) => Math.exp(-((x + at * step) ** 2)));
      return (2 / Math.sqrt(Math.PI)) * step * (sum(heights) - (heights[0] ?? 0) / 2);
    };
    for (const x of [0.3, 1.7, 1.99, 2.01, 3.5]) expectSame(erfc(x), naive(x));
  });
});

describe('McNemar', () => {
  const itemsOf = (both: number, firstOnly: number, secondOnly: number, neither: number) => [
    ...range(both).map(() => [true, true] as const),
    ...range(firstOnly).map(() => [true, false] as const),
    ...range(secondOnly).map(() => [false, true] as const),
    ...range(neither).map(() => [false, false] as const),
  ];

  it('gives the p of approval ratings, of which 150 and 86 of 1,600 changed (Agresti 1990, p. 350)', () => {
    const test = mcNemar(itemsOf(794, 150, 86, 570));
    expect(test).toMatchObject({ firstOnly: 150, secondOnly: 86, scored: 1600, missing: 0 });
    // χ² = (|150 − 86| − 1)² / 236; both p by SciPy 1.17 (chi2.sf, binomtest).
    expectSame(test.corrected, 4.114562281345944e-5);
    expectSame(test.exact, 3.7159361395713866e-5);
  });

  it('is exact by all ways in which the items that differ could have turned out, over random items with gaps', () => {
    const item = fc.tuple(fc.option(fc.boolean()), fc.option(fc.boolean()));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 14 }), (items) => {
        const differing = items.filter(([one, other]) => one !== null && other !== null && one !== other);
        const test = mcNemar(items);
        const distance = (firsts: number) => Math.abs(2 * firsts - differing.length);
        const found = distance(differing.filter(([one]) => one === true).length);
        const ways = allWays(differing.length);
        const asFar = ways.filter((way) => distance(way.filter(Boolean).length) >= found).length;
        expectSame(test.exact, test.scored === 0 ? null : asFar / ways.length);
        expect(test.missing).toBe(items.filter((pair) => pair.includes(null)).length);
        expect(test.corrected === null).toBe(differing.length === 0);
      }),
    );
  });

  it('is corrected as the tail of χ², summed as a series, over random items with gaps', () => {
    // P(χ² ≤ x) with one degree of freedom is erf(√(x / 2)): here by its Taylor series in 200 terms, without any erfc.
    const tail = (x: number) => {
      const z = Math.sqrt(x / 2);
      let [term, total] = [z, z];
      for (let n = 1; n < 200; n += 1) {
        term *= -(z ** 2) / n;
        total += term / (2 * n + 1);
      }
      return 1 - (2 / Math.sqrt(Math.PI)) * total;
    };
    const item = fc.tuple(fc.option(fc.boolean()), fc.option(fc.boolean()));
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 30 }), (items) => {
        const complete = items.flatMap(([one, other]) =>
          one === null || other === null ? [] : [[+one, +other] as const],
        );
        const signs = complete.map(([one, other]) => one - other).filter((sign) => sign !== 0);
        const distance = Math.abs(sum(signs));
        // By Edwards: one less, but never below 0.
        const chiSquared = distance < 1 ? 0 : (distance - 1) ** 2 / signs.length;
        expectSame(mcNemar(items).corrected, signs.length === 0 ? null : tail(chiSquared));
      }),
    );
  });

  it('keeps its digits where 2ⁿ is beyond all numbers', () => {
    // By SciPy 1.17 (binomtest).
    expectSame(signTest(1300, 1200), 0.047681865221043444);
    expect(signTest(5, 5)).toBe(1);
    expect(signTest(0, 0)).toBe(1);
    expect(signTest(0, 10)).toBe(2 / 1024);
  });

  it('needs items', () => {
    expect(() => mcNemar([])).toThrow(InputError);
  });
});

describe('the permutation test', () => {
  /** By the definition: every way of swapping, one after another. */
  function enumerated<Item>(
    first: readonly Item[],
    second: readonly Item[],
    figure: (items: readonly Item[]) => number | null,
  ) {
    const differences = allWays(first.length).map((way) => {
      const one = way.map((isSwapped, at) => (isSwapped ? second : first)[at] as Item);
      const other = way.map((isSwapped, at) => (isSwapped ? first : second)[at] as Item);
      const [ofOne, ofOther] = [figure(one), figure(other)];
      return ofOne === null || ofOther === null ? null : ofOne - ofOther;
    });
    const found = differences[0] ?? null;
    if (found === null) return null;
    const defined = differences.filter((each) => each !== null);
    return defined.filter((each) => Math.abs(each) >= Math.abs(found) - 1e-12).length / defined.length;
  }
  const score = fc.integer({ min: 1, max: 5 });

  it('is exact for few items, of means with ties', () => {
    const pairs = fc.array(fc.tuple(score, score), { minLength: 1, maxLength: 9 });
    fc.assert(
      fc.property(pairs, (drawn) => {
        const [first, second] = [drawn.map(([one]) => one), drawn.map(([, other]) => other)];
        const test = permutationTest(first, second, mean);
        expect(test.isExact).toBe(true);
        expectSame(test.p, enumerated(first, second, mean));
      }),
    );
  });

  it('is exact for few items, of a figure that is no mean and may be undefined', () => {
    const triples = fc.array(fc.tuple(fc.option(score), fc.option(score), score), { minLength: 2, maxLength: 8 });
    const correlation = (items: readonly (readonly [number | null, number])[]) => pearson(items).value;
    fc.assert(
      fc.property(triples, (drawn) => {
        const first = drawn.map(([one, , gold]) => [one, gold] as const);
        const second = drawn.map(([, other, gold]) => [other, gold] as const);
        expectSame(permutationTest(first, second, correlation).p, enumerated(first, second, correlation));
      }),
      { numRuns: 50 },
    );
  });

  it('draws by its seed where there are too many ways, near the exact p', () => {
    const random = seededRandom(7);
    const first = range(14).map(() => random() + 0.2);
    const second = range(14).map(() => random());
    const exact = enumerated(first, second, mean) ?? NaN;
    const drawn = permutationTest(first, second, mean, { resamples: 4000 });
    expect(drawn.isExact).toBe(false);
    // Four standard errors of a share of 4,000.
    expect(Math.abs((drawn.p ?? NaN) - exact)).toBeLessThan(4 * Math.sqrt((exact * (1 - exact)) / 4000));
    expect(permutationTest(first, second, mean, { resamples: 4000 })).toEqual(drawn);
    expect(permutationTest(first, second, mean, { resamples: 4000, seed: 1 }).p).not.toBe(drawn.p);
  });

  it('never gives 0, and 1 where the two are the same', () => {
    const [low, high] = [range(30).map(() => 0), range(30).map(() => 1)];
    expect(permutationTest(high, low, mean, { resamples: 99 }).p).toBe(1 / 100);
    expect(permutationTest(low, low, mean, { resamples: 99 }).p).toBe(1);
    expect(permutationTest(high, low, mean, { resamples: 0 })).toEqual({ difference: 1, p: null, isExact: false });
    expect(() => permutationTest([1], [], mean)).toThrow(InputError);
    expect(() => permutationTest([], [], mean)).toThrow(InputError);
  });
});

describe('the clustered standard error', () => {
  const value = fc.record({
    value: fc.option(fc.double({ min: -5, max: 5, noNaN: true })),
    cluster: fc.option(fc.constantFrom('a', 'b', 'c', 'd')),
  });

  it('is the double sum over all pairs of one cluster', () => {
    fc.assert(
      fc.property(fc.array(value, { maxLength: 30 }), (values) => {
        const given = values.map((each, at) => ({ ...each, key: each.cluster ?? `alone ${at}` }));
        const known = given.flatMap(({ value: number, key }) => (number === null ? [] : [{ number, key }]));
        const average = sum(known.map(({ number }) => number)) / known.length;
        const together = known.flatMap((one) =>
          known.filter(({ key }) => key === one.key).map((other) => (one.number - average) * (other.number - average)),
        );
        const clusters = new Set(known.map(({ key }) => key)).size;
        // Rounding can take a sum of 0 below it.
        const variance = (Math.max(0, sum(together)) * clusters) / (clusters - 1) / known.length ** 2;
        const found = clusteredError(values);
        expect(found).toMatchObject({ clusters, scored: known.length, missing: values.length - known.length });
        if (clusters < 2) expect(found.value).toBeNull();
        else expect(Math.abs((found.value ?? NaN) ** 2 - variance)).toBeLessThan(1e-9);
      }),
    );
  });

  it('is s / √n without clusters, and grows with values that repeat', () => {
    const alone = [2, 4, 4, 4, 5, 5, 7, 9].map((each) => ({ value: each, cluster: null }));
    // Squares of the deviations sum to 32, n = 8.
    expectSame(clusteredError(alone).value, Math.sqrt(32 / 7 / 8));
    const twice = alone.flatMap((each, at) =>
      [each, each].map(({ value: number }) => ({ value: number, cluster: String(at) })),
    );
    expectSame(clusteredError(twice).value, Math.sqrt(32 / 7 / 8));
  });
});

it('a permutation test leaves out ways for which the figure is undefined, and McNemar’s has no p of nothing', () => {
  const gold = [1, 2, 3, 4];
  const paired = (scores: readonly number[]) => gold.map((value, at) => [scores[at] ?? null, value] as const);
  const [first, second] = [paired([1, 1, 1, 2]), paired([2, 1, 1, 1])];
  // Of 16 ways the 8 that swap one alone of the first and the last make one side constant. Of the others, all are as far: ±1.
  expect(permutationTest(first, second, (drawn) => pearson(drawn).value)).toMatchObject({ p: 1, isExact: true });
  expect(mcNemar([[null, true]])).toMatchObject({ exact: null, corrected: null, scored: 0, missing: 1 });
});

describe('repeated passes', () => {
  const tries = fc.array(fc.option(fc.boolean()), { maxLength: 8 });

  it('are pass@k and at-least-k by all choices of k tries', () => {
    fc.assert(
      fc.property(fc.array(tries, { minLength: 1, maxLength: 5 }), fc.integer({ min: 1, max: 4 }), (tasks, k) => {
        const known = tasks.map((task) => task.filter((each) => each !== null)).filter((task) => task.length >= k);
        const chances = known.map((task) => {
          const choices = allWays(task.length).filter((way) => way.filter(Boolean).length === k);
          return choices.filter((way) => task.some((passed, at) => passed && way[at] === true)).length / choices.length;
        });
        expectSame(passAtK(tasks, k).value, mean(chances));
        expect(passAtK(tasks, k)).toMatchObject({ scored: known.length, missing: tasks.length - known.length });
        const enough = known.map((task) => (task.filter(Boolean).length >= k ? 1 : 0));
        expectSame(atLeastK(tasks, k).value, mean(enough));
      }),
    );
  });

  it('give the figures of the paper’s own sketch: 1 − C(n − c, k) / C(n, k)', () => {
    const task = (passes: number, of: number) => range(of).map((at) => at < passes);
    expectSame(passAtK([task(3, 10)], 1).value, 0.3);
    // 1 − C(7, 5) / C(10, 5) = 1 − 21 / 252.
    expectSame(passAtK([task(3, 10)], 5).value, 1 - 21 / 252);
    expectSame(passAtK([task(1, 200)], 100).value, 0.5);
    expect(() => passAtK([], 1)).toThrow(InputError);
  });
});
