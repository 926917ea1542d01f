import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankCriteria } from '../../src/discover/filter-and-rank.ts';
import { criterion } from '../support/criteria.ts';

const order = (criteria: Parameters<typeof rankCriteria>[0]): string[] => rankCriteria(criteria).map(({ id }) => id);

describe('rankCriteria', () => {
  it('goes by relevance, and puts the unscored last, after the lowest score', () => {
    expect(order([criterion(1, { score: null }), criterion(2, { score: 0 }), criterion(3, { score: 9 })])).toEqual([
      'c3',
      'c2',
      'c1',
    ]);
  });

  it('breaks ties by independent sites, then by sources', () => {
    expect(
      order([
        criterion(1, { support: { sources: 4, sites: 1 } }),
        criterion(2, { support: { sources: 2, sites: 2 } }),
        criterion(3, { support: { sources: 5, sites: 1 } }),
      ]),
    ).toEqual(['c2', 'c3', 'c1']);
  });

  it('puts what the instruction states first, in its order, whatever its score', () => {
    expect(
      order([criterion(1, { score: 9 }), criterion(2, { score: 1, explicit: true }), criterion(3, { explicit: true })]),
    ).toEqual(['c3', 'c2', 'c1']);
  });

  it('depends on nothing but the criteria: any order in gives the same order out', () => {
    const criteria = Array.from({ length: 12 }, (_, index) =>
      criterion(index + 1, {
        score: index % 4 === 3 ? null : index % 3,
        support: { sources: 1 + (index % 2), sites: 1 },
      }),
    );
    fc.assert(
      fc.property(fc.shuffledSubarray(criteria, { minLength: criteria.length }), (shuffled) => {
        expect(order(shuffled)).toEqual(order(criteria));
      }),
    );
  });
});
