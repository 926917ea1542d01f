/** Categories: what all people share is taken for true. */
import { expect, it } from 'vitest';
import { measureCategories } from '../../src/measure/measure-categories.ts';

it('takes the names that all people share, and leaves out a criterion without any', () => {
  const measured = measureCategories([
    { id: '1', predicted: ['tone'], people: [['tone', 'length'], ['length', 'tone'], null] },
    { id: '2', predicted: ['length'], people: [['tone'], ['length']] },
    { id: '3', predicted: ['length'], people: [['length', 'tone'], ['length']] },
    { id: '4', predicted: ['length'], people: [null] },
  ]);
  // Of 1 and 3 alone: precision 1 and 1, recall ½ and 1, F1 ⅔ and 1.
  expect(measured.perItem).toMatchObject({
    precision: { value: 1, scored: 2, missing: 2 },
    recall: { value: 0.75 },
    f1: { value: (2 / 3 + 1) / 2 },
  });
  // Length: 1 of 1 predicted, 1 of 2 found, F1 ⅔. Tone: 1 of 1, 1 of 1.
  expect(measured.perCategory).toEqual({ precision: 1, recall: 0.75, f1: (2 / 3 + 1) / 2 });
});
