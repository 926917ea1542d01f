/** What people say of criteria: by hand arithmetic, and against a naive mean. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RatedCriterion } from '../../src/data/read-ratings.ts';
import type { JudgedDraft } from '../../src/measure/discrimination.ts';
import { measureRatings } from '../../src/measure/measure-ratings.ts';

const TOAST = { instruction: 'Write a toast', context: null };
const ODE = { instruction: 'Write an ode', context: null };
const rated = (
  system: string,
  task: RatedCriterion['task'],
  criterion: string,
  utility: RatedCriterion['utility'],
  obviousness: RatedCriterion['obviousness'],
): RatedCriterion => ({
  ...{ system, task, criterion, utility, obviousness, data: task === TOAST ? 'toasts' : 'odes' },
});

const ROWS = [
  rated('A', TOAST, 'c1', [3, 2, 1], [1, 1, 0]),
  rated('A', TOAST, 'c2', [3, 3, null], [0, 0, 0]),
  rated('A', ODE, 'c3', [null], [1, 1, 1]),
  rated('B', TOAST, 'd1', [1, 1, 1], [1, 0, 0]),
];
const DRAFTS: readonly JudgedDraft[] = [
  {
    ...{ task: TOAST, system: 'first' },
    items: [
      { text: 'c1', answer: 'no' },
      { text: 'c2', answer: 'no' },
      { text: 'd1', answer: 'yes' },
      { text: 'c3', answer: 'no' },
    ],
  },
  { task: TOAST, system: 'second', items: [{ text: 'c1', answer: 'yes' }] },
  { task: ODE, system: 'first', items: [{ text: 'c3', answer: null }] },
];

describe('what people say of criteria', () => {
  const { systems, data, averageAgreement } = measureRatings(ROWS, DRAFTS);
  const [a, b] = systems;

  it('averages people, then criteria, and counts what nobody rated apart', () => {
    expect(a?.means.utility).toMatchObject({ value: 2.5, scored: 2, missing: 1 });
    expect(a?.means.obviousness.value).toBeCloseTo(5 / 9, 12);
    expect(b?.means).toMatchObject({ utility: { value: 1, scored: 1, missing: 0 } });
  });

  it('gives means by data set, and none where a system has no criteria', () => {
    expect(data.map(({ name }) => name)).toEqual(['toasts', 'odes']);
    expect(data[0]?.systems.map((means) => means?.utility.value)).toEqual([2.5, 1]);
    expect(data[1]?.systems[0]?.obviousness.value).toBe(1);
    expect(data[1]?.systems[0]?.utility).toMatchObject({ value: null, missing: 1 });
    expect(data[1]?.systems[1]).toBeNull();
  });

  it('gives the agreement of people by system, and its mean', () => {
    // Observed 7/9, by chance (5/9)² + (4/9)² = 41/81.
    expect(a?.agreement.obviousness.value).toBeCloseTo(22 / 40, 12);
    expect(a?.agreement.utility).toMatchObject({ scored: 1, missing: 2 });
    expect(a?.agreement.utility.value).toBeCloseTo(-0.5, 12);
    expect(b?.agreement.utility.value).toBeNull();
    expect(averageAgreement.obviousness).toBeCloseTo((22 / 40 - 0.5) / 2, 12);
    expect(averageAgreement.utility).toBeCloseTo(-0.5, 12);
  });

  it('gives the share of failed criteria by how obvious they are, of their own task', () => {
    expect(a?.failRates.map(({ obviousness, rate }) => [obviousness, rate.value, rate.missing])).toEqual([
      [0, 1, 0],
      [2 / 3, 0.5, 0],
      [1, null, 1],
    ]);
    expect(b?.failRates).toMatchObject([{ rate: { value: 0, scored: 1 } }]);
  });

  it('is a naive mean of means on any ratings with gaps', () => {
    const rating = fc.option(fc.integer({ min: 1, max: 3 }));
    const row = fc.record({ isToast: fc.boolean(), utility: fc.array(rating, { minLength: 1, maxLength: 4 }) });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 12 }), (rows) => {
        const given = rows.map(({ isToast, utility }, at) => rated('A', isToast ? TOAST : ODE, `c${at}`, utility, []));
        const figure = measureRatings(given, [], { resamples: 0 }).systems[0]?.means.utility;
        let [sum, count] = [0, 0];
        for (const { utility } of rows) {
          const said = utility.filter((each) => each !== null);
          if (said.length === 0) continue;
          sum += said.reduce((all, each) => all + each, 0) / said.length;
          count += 1;
        }
        expect(figure).toMatchObject({ scored: count, missing: rows.length - count });
        if (count === 0) expect(figure?.value).toBeNull();
        else expect(Math.abs((figure?.value ?? NaN) - sum / count)).toBeLessThan(1e-9);
      }),
    );
  });
});
