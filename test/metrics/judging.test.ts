import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bestOfN } from '../../src/metrics/best-of-n.ts';
import { drfr } from '../../src/metrics/drfr.ts';
import { humanPreference, type Preference, preferenceDistance } from '../../src/metrics/preferences.ts';
import { pearson } from '../../src/metrics/correlation.ts';

describe('preference distance', () => {
  it.each<[(number | null)[], Preference | null]>([
    [[1, 2, 4], 'win'],
    [[2, 3, 2.5], 'tie'],
    [[2.5], 'tie'],
    [[2, 3, 2], 'win'],
    [[3.5], 'tie'],
    [[3, 4, 4], 'loss'],
    [[5, null, 4], 'loss'],
    [[null], null],
    [[], null],
  ])('averages %j into %s', (preferences, expected) => {
    expect(humanPreference(preferences)).toBe(expected);
  });

  it.each([0, 6, Number.NaN])('refuses %d', (preference) => {
    expect(() => humanPreference([preference])).toThrow(RangeError);
  });

  it('weighs the shares as the paper does: .522 / .443 / .035 make .513', () => {
    const at = (count: number, predicted: Preference) =>
      Array.from({ length: count }, () => ({ predicted, gold: 'win' as const }));
    const { shares, weighted, scored } = preferenceDistance([...at(522, 'win'), ...at(443, 'tie'), ...at(35, 'loss')]);
    expect(shares).toEqual([0.522, 0.443, 0.035]);
    expect(weighted).toBeCloseTo(0.513, 12);
    expect(scored).toBe(1000);
  });

  it('leaves out an errored judge, which is no tie', () => {
    expect(
      preferenceDistance([
        { predicted: null, gold: 'win' },
        { predicted: 'loss', gold: 'win' },
        { predicted: 'loss', gold: null },
      ]),
    ).toEqual({ shares: [0, 0, 1], weighted: 2, scored: 1, missing: 2 });
    expect(preferenceDistance([{ predicted: null, gold: 'tie' }])).toMatchObject({ shares: null, weighted: null });
  });
});

describe('DRFR', () => {
  it('weighs answers, not responses', () => {
    const rate = drfr([['yes', 'yes', 'yes', 'no'], ['no']]);
    expect(rate).toEqual({ rate: 0.6, yes: 3, scored: 5, notApplicable: 0, unscored: 0 });
  });

  it('leaves out what does not apply or was not scored', () => {
    expect(drfr([['yes', 'not-applicable', null]])).toEqual({
      rate: 1,
      yes: 1,
      scored: 1,
      notApplicable: 1,
      unscored: 1,
    });
    expect(drfr([[null], []]).rate).toBeNull();
  });
});

describe('best of N', () => {
  it('counts each wrongly picked tie, and averages the true score over ties', () => {
    const groups = [
      [
        { score: 1, truth: 0.9 },
        { score: 1, truth: 0.5 },
        { score: 0.5, truth: 0.7 },
      ],
      [
        { score: 0.2, truth: 1 },
        { score: 0.4, truth: 0 },
      ],
    ];
    const { precision, trueScore, randomScore, groups: scored } = bestOfN(groups);
    expect(precision).toBeCloseTo(1 / 3, 12);
    expect(trueScore).toBeCloseTo((0.7 + 0) / 2, 12);
    expect(randomScore).toBeCloseTo((0.7 + 0.5) / 2, 12);
    expect(scored).toBe(2);
  });

  it('leaves out candidates without a score, and groups without candidates', () => {
    expect(
      bestOfN([
        [{ score: null, truth: 1 }],
        [
          { score: 0, truth: 0.4 },
          { score: 1, truth: null },
        ],
      ]),
    ).toEqual({
      precision: 1,
      trueScore: 0.4,
      randomScore: 0.4,
      groups: 1,
      missingGroups: 1,
    });
    // Rates of items: 3 of 4 and 0 of 2 are 3 of 6, not the mean of .75 and 0.
    const rates = [
      [
        { score: 2, truth: 0.75, items: 4 },
        { score: 1, truth: 1, items: 4 },
      ],
      [{ score: 1, truth: 0, items: 2 }],
    ];
    expect(bestOfN(rates)).toMatchObject({ trueScore: 0.5, randomScore: 3.5 / 6 });
    expect(bestOfN([[]])).toMatchObject({ precision: null, trueScore: null });
  });

  it('has the precision of a second implementation, with gaps and ties', () => {
    const value = fc.option(fc.integer({ min: 0, max: 2 }));
    const candidates = fc.array(fc.record({ score: value, truth: value }), { maxLength: 6 });
    fc.assert(
      fc.property(fc.array(candidates, { minLength: 1, maxLength: 8 }), (groups) => {
        // Every candidate is held against every other of its group.
        let [picked, right] = [0, 0];
        for (const group of groups) {
          const known = group.filter(({ score, truth }) => score !== null && truth !== null);
          const isTop = (side: 'score' | 'truth', one: (typeof known)[number]) =>
            known.every((other) => Number(one[side]) >= Number(other[side]));
          for (const one of known) {
            if (!isTop('score', one)) continue;
            picked += 1;
            if (isTop('truth', one)) right += 1;
          }
        }
        const { precision } = bestOfN(groups);
        if (precision === null) expect(picked).toBe(0);
        else expect(Math.abs(precision - right / picked)).toBeLessThan(1e-9);
      }),
    );
  });

  it('by the truth itself is perfect, and by one score for all is chance', () => {
    const truths = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(truths, (groups) => {
        const scored = (score: (truth: number) => number) =>
          bestOfN(groups.map((group) => group.map((truth) => ({ score: score(truth), truth }))));
        expect(scored((truth) => truth).precision).toBe(1);
        const blind = scored(() => 0);
        expect(blind.trueScore).toBe(blind.randomScore);
      }),
    );
  });
});

describe("Pearson's r", () => {
  it('has the known value', () => {
    const pairs = [
      [43, 99],
      [21, 65],
      [25, 79],
      [42, 75],
      [57, 87],
      [59, 81],
    ] as const;
    expect(pearson(pairs).value).toBeCloseTo(0.5298, 4);
  });

  it('is undefined for a constant side or fewer than two pairs, and counts what is missing', () => {
    expect(
      pearson([
        [0.1, 1],
        [0.1, 2],
        [0.1, 3],
      ]).value,
    ).toBeNull();
    expect(
      pearson([
        [1, 2],
        [null, 3],
      ]),
    ).toEqual({ value: null, scored: 1, missing: 1 });
  });

  it('lies in [-1, 1] and does not change with the unit of measure', () => {
    const number = fc.integer({ min: -1_000, max: 1_000 });
    fc.assert(
      fc.property(fc.array(fc.tuple(number, number), { minLength: 2 }), (pairs) => {
        const { value } = pearson(pairs);
        if (value === null) return;
        expect(Math.abs(value)).toBeLessThanOrEqual(1);
        expect(pearson(pairs.map(([x, y]) => [y, x])).value).toBeCloseTo(value, 6);
        expect(pearson(pairs.map(([x, y]) => [x, -4 * y])).value).toBeCloseTo(-value, 6);
      }),
    );
  });
});
