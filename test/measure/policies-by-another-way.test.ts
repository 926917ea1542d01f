/** Figures of policies beside a second, naive implementation, on random verdicts with gaps and ties. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PolicyCase, PolicyVerdicts, WholeVerdict } from '../../src/data/policy-verdicts.ts';
import { measurePolicies } from '../../src/measure/measure-policies.ts';
import { histogram } from '../../src/metrics/histogram.ts';
import { listSizes } from '../../src/metrics/list-sizes.ts';

const task = { instruction: 'Write a note', context: null };
type Given = readonly (readonly [gold: WholeVerdict, without: WholeVerdict[], baseline: WholeVerdict[]])[];

function measured(kind: PolicyVerdicts['kind'], given: Given, thresholds: readonly number[]) {
  const cases = given.map(([gold, without, baseline], at): PolicyCase => ({
    ...{ name: String(at), subset: '', task, gold, without, withList: { baseline } },
  }));
  const lists = [{ task, byPolicy: { baseline: ['One?'] } }];
  const verdicts = { kind, policies: ['baseline'], judgements: 4, cases, lists, leftOut: [] };
  return measurePolicies(verdicts, { thresholds, resamples: 0 });
}

/** Word by word as §4.4 has it. */
function rightOf(gold: WholeVerdict, votes: readonly WholeVerdict[]): number | null {
  if (votes.length === 0) return null;
  const [a = 0, b = 0, tie = 0] = ['a', 'b', 'tie'].map((which) => votes.filter((vote) => vote === which).length);
  const most = Math.max(a, b, tie);
  const leaders = [a === most ? 'a' : null, b === most ? 'b' : null, tie === most ? 'tie' : null].filter(Boolean);
  const winner = leaders.length > 1 ? 'tie' : leaders[0];
  if (winner === gold) return 1;
  return winner === 'tie' ? 0.5 : 0;
}

/** Krippendorff's alpha from the coincidence matrix of two raters, distances by their definition (2011, p. 6). */
function ordinalAlpha(pairs: readonly (readonly [number, number])[]): number | null {
  const values = [1, 2, 3, 4, 5];
  const count = (value: number) => pairs.flat().filter((each) => each === value).length;
  const distance = (one: number, other: number) => {
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    const between = values
      .filter((value) => value >= low && value <= high)
      .reduce((sum, value) => sum + count(value), 0);
    return (between - (count(low) + count(high)) / 2) ** 2;
  };
  const n = pairs.length * 2;
  let [observed, expected] = [0, 0];
  for (const one of values)
    for (const other of values) {
      const coincidences = pairs.reduce(
        (sum, [p, q]) => sum + (p === one && q === other ? 1 : 0) + (q === one && p === other ? 1 : 0),
        0,
      );
      observed += coincidences * distance(one, other);
      expected += count(one) * count(other) * distance(one, other);
    }
  return expected === 0 ? null : 1 - ((n - 1) * observed) / expected;
}

const wholeMean = (scores: readonly WholeVerdict[]) =>
  Math.round(scores.reduce<number>((sum, score) => sum + Number(score), 0) / scores.length + 1e-12);

function same(found: number | null | undefined, wanted: number | null) {
  if (wanted === null) expect(found).toBeNull();
  else expect(Math.abs((found ?? Infinity) - wanted)).toBeLessThanOrEqual(1e-9);
}

const votes = fc.array(fc.constantFrom<WholeVerdict>('a', 'b', 'tie'), { maxLength: 6 });
const scores = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 5 });
const people = fc.integer({ min: 3, max: 15 }).map((sum) => sum / 3);

describe('policies, computed another way', () => {
  it('of pairs: accuracy, uses and effects at every k', () => {
    const cases = fc.array(fc.tuple(fc.constantFrom<WholeVerdict>('a', 'b'), votes, votes), { minLength: 1 });
    fc.assert(
      fc.property(cases, (given) => {
        const [{ settings, effects } = { settings: [], effects: [] }] = measured('pairwise', given, [1, 2, 3]).policies;
        for (const { k, figure, used } of settings) {
          const chosen = given.map(([gold, without, baseline]) => {
            const most = Math.max(...['a', 'b', 'tie'].map((each) => without.filter((vote) => vote === each).length));
            const isUsed = k === 'all' || without.length === 0 || without.length - most >= k;
            return { isUsed, right: rightOf(gold, isUsed ? baseline : without) };
          });
          const rights = chosen.flatMap(({ right }) => right ?? []);
          same(figure.value, rights.length === 0 ? null : rights.reduce((sum, one) => sum + one, 0) / rights.length);
          expect([used, figure.missing]).toEqual([
            chosen.filter(({ isUsed }) => isUsed).length,
            chosen.filter(({ right }) => right === null).length,
          ]);
        }
        const place = (vote: WholeVerdict) => (vote === 'a' ? 1 : vote === 'b' ? 2 : 1.5);
        const distance = (gold: WholeVerdict, said: readonly WholeVerdict[]) =>
          Math.abs(place(gold) - said.reduce<number>((sum, vote) => sum + place(vote), 0) / said.length);
        const both = given.filter(([, without, baseline]) => without.length > 0 && baseline.length > 0);
        expect(effects).toHaveLength(both.length);
        for (const [at, [gold, without, baseline]] of both.entries())
          same(effects[at]?.delta, distance(gold, without) - distance(gold, baseline));
      }),
    );
  });

  it('of scores: ordinal alpha and uses at every k', () => {
    const cases = fc.array(fc.tuple(people, scores, scores), { minLength: 1 });
    fc.assert(
      fc.property(cases, (given) => {
        const [{ settings } = { settings: [] }] = measured('direct', given, [0.3, 0.45, 0.7]).policies;
        for (const { k, figure, used } of settings) {
          const chosen = given.map(([gold, without, baseline]) => {
            const mean = without.reduce((sum, score) => sum + score, 0) / without.length;
            const deviation = Math.sqrt(without.reduce((sum, score) => sum + (score - mean) ** 2, 0) / without.length);
            const isUsed = k === 'all' || without.length === 0 || Number(deviation.toFixed(10)) >= k;
            return { isUsed, gold, said: isUsed ? baseline : without };
          });
          const pairs = chosen.flatMap(({ gold, said }) =>
            said.length === 0 ? [] : [[wholeMean(said), wholeMean([gold])] as const],
          );
          same(figure.value, pairs.length === 0 ? null : ordinalAlpha(pairs));
          expect(used).toBe(chosen.filter(({ isUsed }) => isUsed).length);
        }
      }),
    );
  });

  it('sizes and histograms count every value once', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (sizes) => {
        const found = listSizes(sizes);
        const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
        const squares = sizes.reduce((sum, size) => sum + size * size, 0) / sizes.length;
        same(found?.mean, mean);
        // Through the mean of squares, which is less exact.
        expect(Math.abs((found?.deviation ?? 0) ** 2 - (squares - mean * mean))).toBeLessThanOrEqual(1e-9);
        const sorted = [...sizes].sort((a, b) => a - b);
        expect([found?.min, found?.max]).toEqual([sorted[0], sorted.at(-1)]);
        const deltas = sizes.map((size) => (size - 20) / 20);
        const bins = histogram(deltas, 0.1);
        expect(bins.reduce((sum, { count }) => sum + count, 0)).toBe(deltas.length);
        for (const { at, count } of bins)
          expect(count).toBe(sizes.filter((size) => Math.floor((size - 20) / 2 + 0.5) === Math.round(at * 10)).length);
      }),
    );
    expect([listSizes([]), histogram([], 0.1)]).toEqual([null, []]);
  });
});
