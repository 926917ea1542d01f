import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { implicitnessAgainst } from '../../src/metrics/implicitness.ts';
import { lexicalCoverage } from '../../src/metrics/lexical-coverage.ts';
import { oracleOrder, recallAtK, type Coverage } from '../../src/metrics/recall-at-k.ts';
import { redundancy } from '../../src/metrics/redundancy.ts';
import { specificityIn } from '../../src/metrics/specificity.ts';

/** EvalAgent, table 11: the words that decide, how often they must stand in the paper's pool, and both values. */
const INSTRUCTION =
  'I want to give a short podcast on why sleep is important to the well-being of an individual. However, my audience is those who rarely get sleep. How can I go about this?';
const TABLE_11 = [
  {
    criterion:
      'Response should have depth in discussing the importance of sleep, providing detailed talking points, examples, and relevant reasons.',
    word: 'talking',
    times: 14,
    specific: 0.07,
    implicit: 1,
  },
  {
    criterion:
      'Response should have empathy, acknowledging and understanding the feelings and struggles of individuals who rarely get sleep.',
    word: 'struggles',
    times: 10,
    specific: 0.1,
    implicit: 0.7,
  },
  {
    criterion: 'The response should include a summary of key points to reinforce the message.',
    word: 'reinforce',
    times: 200,
    specific: 0.005,
    implicit: 1,
  },
  {
    criterion:
      'The response should focus on the emotional impact of sleep deprivation on relationships, work, and daily life.',
    word: 'deprivation',
    times: 2,
    specific: 0.5,
    implicit: 0.9,
  },
  {
    criterion: 'The response should provide practical takeaways or actionable advice after sharing personal stories.',
    word: 'takeaways',
    times: 111,
    specific: 0.009,
    implicit: 1,
  },
];

describe('implicitness', () => {
  it.each(TABLE_11)('of table 11: $implicit for “$criterion”', ({ criterion, implicit }) => {
    expect(implicitnessAgainst(INSTRUCTION)(criterion)).toBeCloseTo(implicit, 9);
  });

  it('is 0 for what the instruction says, 1 where no word is shared, and none without words', () => {
    expect(implicitnessAgainst('Write a short poem')('short poem')).toBe(0);
    expect(implicitnessAgainst('Write a short poem')('rhyme well')).toBe(1);
    expect(implicitnessAgainst('Write')('the of and')).toBeNull();
  });
});

describe('specificity', () => {
  /** All words of the table stand so often that the highlighted word decides. */
  const pool = TABLE_11.flatMap(({ criterion, word, times }) => [
    ...Array.from({ length: 300 }, () => criterion.replace(word, '')),
    ...Array.from({ length: times }, () => word),
  ]);

  it.each(TABLE_11)('of table 11: $specific, “$word” standing $times times in the pool', ({ criterion, specific }) => {
    const value = specificityIn(pool)(criterion) ?? 0;
    expect(value).toBeCloseTo(specific, specific < 0.01 ? 3 : 2);
  });

  it('is the paper’s formula divided by its numerator', () => {
    const lists = fc.array(fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { minLength: 1, maxLength: 6 }), {
      minLength: 1,
    });
    fc.assert(
      fc.property(lists, (criteria) => {
        const texts = criteria.map((each) => each.join(' '));
        const top = Math.log(1 + texts.length);
        const all = criteria.flat();
        for (const [index, each] of criteria.entries()) {
          const rarity = each.map((word) => top / all.filter((other) => other === word).length);
          expect(specificityIn(texts)(texts[index] ?? '')).toBeCloseTo(Math.max(...rarity) / top, 9);
        }
      }),
    );
  });

  it('counts a word that the pool has not as a single one, and has no value without words', () => {
    expect(specificityIn([])('new')).toBe(1);
    expect(specificityIn(['a'])('– …')).toBeNull();
  });
});

describe('recall at k', () => {
  /** Four criteria of people: the last generated one covers two of them; one is covered by two together; one by none. */
  const coverage: Coverage = [[[3]], [[3], [0]], [[1, 2]], []];

  it('counts what the first k cover, together or alone', () => {
    expect([0, 1, 2, 3, 4, 9].map((k) => recallAtK(coverage, k))).toEqual([0, 0.25, 0.25, 0.5, 0.75, 0.75]);
    expect(recallAtK(coverage, 1, [3, 0, 1, 2])).toBe(0.5);
  });

  it('the oracle takes what covers most first, and leaves nothing out', () => {
    const order = oracleOrder(coverage, 5);
    expect(order).toEqual([3, 1, 2, 0, 4]);
    expect([1, 2, 3].map((k) => recallAtK(coverage, k, order))).toEqual([0.5, 0.5, 0.75]);
    expect(oracleOrder([[]], 2)).toEqual([0, 1]);
  });

  it('of the oracle is never below that of any order where each covers alone, for the first', () => {
    const covers = fc.array(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(covers, (each) => {
        const alone: Coverage = each.map((places) => places.map((place) => [place]));
        const order = oracleOrder(alone, 6);
        expect(order.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5]);
        for (let first = 0; first < 6; first += 1)
          expect(recallAtK(alone, 1, order)).toBeGreaterThanOrEqual(recallAtK(alone, 1, [first]));
        expect(recallAtK(alone, 6, order)).toBe(recallAtK(alone, 6));
      }),
    );
  });
});

describe('by words alone', () => {
  it('a list covers what shares half of the content words with one of its criteria', () => {
    const given = ['The response should name the date and the place', 'The response should be warm'];
    const generated = ['The response should shine', 'The response should name its dates', 'The response'];
    expect(lexicalCoverage(given, generated)).toEqual([[[1]], []]);
  });

  it('redundancy is the mean of the greatest overlaps', () => {
    expect(redundancy(['Names the date', 'Names the date', 'Rhymes well'])).toBeCloseTo(2 / 3, 12);
    expect(redundancy(['Names the date'])).toBeNull();
  });
});
