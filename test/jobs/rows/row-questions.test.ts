/** Points of a row's items, as those of a checklist's. */
import { expect, it } from 'vitest';
import { questionsOf } from '../../../src/jobs/rows/row-questions.ts';

const weightsOf = (...points: readonly (number | null)[]) =>
  questionsOf({
    items: points.map((weight, at) => {
      const text = `item ${at}`;
      return { item: weight === null ? { text } : { text, weight }, themes: null };
    }),
  }).map((question) => (typeof question === 'string' ? null : question.weight));

it('points beyond the bounds are brought into them together, with those that an item has where a row gives none', () => {
  // Without points an item has 100: a tenth of the other one.
  expect(weightsOf(1000, null)).toEqual([100, 10]);
  expect(weightsOf(50, null, -200)).toEqual([25, 50, -100]);
  // Whatever the product rounds to.
  expect(weightsOf(151, 1, -151)).toEqual([100, 100 / 151, -100]);
  expect(weightsOf(50, null, -20)).toEqual([50, null, -20]);
});
