import { expect, it } from 'vitest';
import { demandOf } from '../../src/report/words.ts';

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
