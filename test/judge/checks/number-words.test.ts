import { describe, expect, it } from 'vitest';
import { digitsForNumberWords } from '../../../src/judge/checks/wording/number-words.ts';

describe('numbers in words', () => {
  it.each([
    ['twelve words', '12 words'],
    ['twenty-five words', '25 words'],
    ['a hundred words', '100 words'],
    ['two hundred and fifty words', '250 words'],
    ['one thousand two hundred words', '1200 words'],
    ['three thousand words', '3000 words'],
    ['half a dozen items', '6 items'],
    ['two dozen items', '24 items'],
    ['between one hundred and two hundred words', 'between 100 and 200 words'],
    ['between one hundred and twenty and one hundred and fifty', 'between 120 and 150'],
    ['two or three', '2 or 3'],
    ['a word', 'a word'],
    ['someone often', 'someone often'],
  ])('%s', (text, digits) => {
    expect(digitsForNumberWords(text)).toBe(digits);
  });
});
