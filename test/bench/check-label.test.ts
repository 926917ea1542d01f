/** Whether a check means what a label says: the measure of `bench:checks`. */
import { expect, it } from 'vitest';
import { meansLabel } from '../../bench/support/check-label.ts';
import { parseCheck } from '../../src/domain/parse-check.ts';

it.each([
  ['words <= 50', { unit: 'words', max: 50 }, true],
  ['words <= 49', { unit: 'words', max: 50 }, false],
  ['sentences <= 50', { unit: 'words', max: 50 }, false],
  ['bullets = 5', { unit: 'items', min: 5, max: 5 }, true],
  ['phrase "tea"', { unit: 'phrase', min: 1, value: 'Tea' }, true],
  ['phrase "tea"', { unit: 'phrase', min: 1, value: 'milk' }, false],
  ['all(phrase "tea", phrase "milk")', { unit: 'phrase', min: 1, value: 'all of: tea, milk' }, true],
  ['any(phrase "tea", phrase "milk")', { unit: 'phrase', min: 1, value: 'all of: tea, milk' }, false],
  ['words = 5', { unit: 'words', min: 5, max: 5, value: 'of each sentence' }, false],
  ['format table', { unit: 'form', value: 'table' }, true],
  ['format csv', { unit: 'form', value: 'table' }, false],
])('%s, labelled %j: %s', (written, label, expected) => {
  expect(meansLabel(parseCheck(written), { min: null, max: null, value: null, ...label })).toBe(expected);
});
