/** What a match can begin with is told without compiling the expression, and never misses a beginning. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstCharacters } from '../../../src/judge/checks/grammar/first-characters.ts';

const SOURCES = [
  'no more than (\\d+) words?',
  '(?:the |an? )?(?:title|heading)s?',
  '[abc]d|xy{2,3}z|(?:p|q)+r',
  '(?:in|on){0,1}side',
  'a?(?:b|)c',
  '\\(note\\)|e\\.g',
  '(?<name>x|y)z',
];

describe('the first characters of an expression', () => {
  it.each(SOURCES)('hold for every match of %s', (source) => {
    const firsts = firstCharacters(source);
    fc.assert(
      fc.property(fc.stringMatching(new RegExp(`^(?:${source})$`, 'u')), (match) => {
        expect(firsts === null || firsts.has(match.charAt(0)), match).toBe(true);
      }),
    );
  });

  it.each([
    ['no more than (\\d+)', 'n'],
    ['(?:the |an? )?(?:title|heading)s?', 'ahtt'],
    ['(?!never)(?:use|avoid)', 'au'],
    ['[abc]d|xyz', 'abcx'],
    ['\\d{2} words|\\(', '(0123456789'],
    ['(?:in|on){0,1}side', 'ios'],
  ])('of %s are these', (source, characters) => {
    expect([...(firstCharacters(source) ?? [])].sort().join('')).toBe(
      [...new Set(characters)].sort().join(''),
    );
  });

  it.each(['\\p{L}+', '.*', '[^a]', '[a-z]b', '(?:a|b)?', '', 'a|\\w'])('of %s may be any', (source) => {
    expect(firstCharacters(source)).toBeNull();
  });
});
