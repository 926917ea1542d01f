import { expect, it } from 'vitest';
import { demandOf, fixed, signed } from '../../src/report/words.ts';

it.each([
  ['The response should name a price.', 'name a price.'],
  [
    'The response should, wherever it names a price, say what it includes.',
    'wherever it names a price, say what it includes.',
  ],
  ['Die Antwort sollte einen Preis nennen.', 'Die Antwort sollte einen Preis nennen.'],
])('what is asked for stands without the opening that lists say once: %s', (text, demand) => {
  expect(demandOf(text)).toBe(demand);
});

it('rounds to zero without a sign', () => {
  expect([-1e-17, -0.04, 0, -0.06].map((value) => fixed(value, 1))).toEqual(['0.0', '0.0', '0.0', '-0.1']);
  expect([1e-17, -1e-17, 0.06, -0.06].map((value) => signed(value, 1))).toEqual(['0.0', '0.0', '+0.1', '-0.1']);
});
