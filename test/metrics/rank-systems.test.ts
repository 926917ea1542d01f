/** Ranks and intervals of systems on shared cases, held to a second implementation that does it step by step. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrap } from '../../src/metrics/bootstrap.ts';
import { seededRandom } from '../../src/domain/seeded-random.ts';
import { rankSystems, type CaseScore } from '../../src/metrics/rank-systems.ts';

const score = fc.record({ points: fc.integer({ min: 0, max: 8 }), extra: fc.integer({ min: 0, max: 4 }) });
const cell: fc.Arbitrary<CaseScore> = fc.oneof(
  { weight: 5, arbitrary: score.map(({ points, extra }) => ({ points, weight: points + extra })) },
  { weight: 1, arbitrary: fc.constant({ points: 0, weight: 0 }) },
);
const table = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: 4 }))
  .chain(([cases, systems]) =>
    fc.array(fc.array(cell, { minLength: systems, maxLength: systems }), { minLength: cases, maxLength: cases }),
  );

const rateOf = (scores: readonly CaseScore[]): number | null => {
  let [points, weight] = [0, 0];
  for (const each of scores) {
    points += each.points;
    weight += each.weight;
  }
  return weight === 0 ? null : points / weight;
};

/** Linear between the two nearest, as NumPy does. */
function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const place = share * (sorted.length - 1);
  const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
  return below + (above - below) * (place - Math.floor(place));
}

describe('systems on shared cases', () => {
  it('have the figures, intervals and ranks of a naive count over the same draws', () => {
    fc.assert(
      fc.property(table, fc.nat(), (cases, seed) => {
        const resamples = 60;
        const ranked = rankSystems(cases, { resamples, seed });
        const random = seededRandom(seed);
        const draws = Array.from({ length: resamples }, () =>
          cases.map(() => cases[Math.floor(random() * cases.length)]!),
        );
        ranked.forEach(({ value, interval, rank }, system) => {
          const own = (drawn: typeof cases, of = system) => rateOf(drawn.map((scores) => scores[of]!));
          expect(value).toBe(own(cases));
          const defined = draws.filter((drawn) => own(drawn) !== null);
          const values = defined.map((drawn) => own(drawn)!);
          const ranks = defined.map(
            (drawn) => 1 + ranked.filter((_, other) => (own(drawn, other) ?? -1) > own(drawn)! + 1e-12).length,
          );
          if (value === null) expect([interval, rank]).toEqual([null, null]);
          else if (values.length > 0) {
            expect(interval?.low).toBeCloseTo(percentile(values, 0.025), 9);
            expect(interval?.high).toBeCloseTo(percentile(values, 0.975), 9);
            expect(interval?.undefinedResamples).toBe(resamples - values.length);
            expect(rank?.low).toBe(Math.floor(percentile(ranks, 0.025)));
            expect(rank?.high).toBe(Math.ceil(percentile(ranks, 0.975)));
          }
        });
      }),
    );
  });

  it('are drawn as the bootstrap of one of them draws', () => {
    const cases = [3, 1, 4, 1, 5, 9, 2, 6].map((points) => [{ points, weight: 10 }]);
    const [only] = rankSystems(cases);
    expect(only?.interval).toEqual(bootstrap(cases.flat(), rateOf));
    expect(only?.rank).toEqual({ value: 1, low: 1, high: 1 });
  });

  it('share a rank where their figures are equal, whatever the order of the sums', () => {
    const tenths = [0.1, 0.2, 0.3, 0.4, 0.7];
    const cases = tenths.map((points, at) => [
      { points, weight: 1 },
      { points: tenths[tenths.length - 1 - at]!, weight: 1 },
      { points: 0, weight: 1 },
    ]);
    expect(rankSystems(cases, { resamples: 0 }).map(({ rank }) => rank?.value)).toEqual([1, 1, 3]);
  });

  it('need a case, and have no interval without resamples', () => {
    expect(() => rankSystems([])).toThrow('There are no cases');
    expect(rankSystems([[{ points: 1, weight: 2 }]], { resamples: 0 })).toEqual([
      { value: 0.5, interval: null, rank: { value: 1, low: 1, high: 1 } },
    ]);
  });
});
