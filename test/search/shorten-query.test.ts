import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortenQuery } from '../../src/search/search-engine.ts';

it('keeps what fits, with single spaces', () => {
  expect(shortenQuery('  how to\n write  ', { maxChars: 100 })).toBe('how to write');
});

it('keeps whole words from the start', () => {
  expect(shortenQuery('how to write a letter', { maxChars: 13 })).toBe('how to write');
  expect(shortenQuery('how to write a letter', { maxChars: 14 })).toBe('how to write a');
  expect(shortenQuery('how to write a letter', { maxChars: 100, maxWords: 2 })).toBe('how to');
});

it('cuts a word that is too long by itself, never inside a character', () => {
  expect(shortenQuery('abcdefgh ij', { maxChars: 4 })).toBe('abcd');
  expect(shortenQuery('abc😀', { maxChars: 4 })).toBe('abc');
});

it('always fits, is a beginning of the query, and is the query where that fits', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 8 }),
      (query, maxChars, maxWords) => {
        const whole = query.trim().split(/\s+/u).join(' ');
        const short = shortenQuery(query, { maxChars, maxWords });
        expect(short.length).toBeLessThanOrEqual(maxChars);
        expect(short.split(' ').length).toBeLessThanOrEqual(maxWords);
        expect(whole.startsWith(short)).toBe(true);
        expect(shortenQuery(short, { maxChars, maxWords })).toBe(short);
        if (whole.length <= maxChars && whole.split(' ').length <= maxWords) expect(short).toBe(whole);
      },
    ),
  );
});
