import { describe, expect, it } from 'vitest';
import { containment, isNearDuplicate, jaccard, shingles } from '../../src/text/similarity.ts';
import { contentStems, words } from '../../src/text/words.ts';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');

describe('near duplicates', () => {
  it('are copies with small changes, and excerpts', () => {
    const original = shingles(numbered(0, 300));
    expect(isNearDuplicate(original, shingles(`intro words ${numbered(0, 280)} outro words`))).toBe(true);
    expect(isNearDuplicate(original, shingles(numbered(50, 150)))).toBe(true);
  });

  it('are not texts that share a passage', () => {
    expect(isNearDuplicate(shingles(numbered(0, 300)), shingles(numbered(250, 600)))).toBe(false);
    expect(isNearDuplicate(shingles(numbered(0, 300)), shingles('w1 w2 w3 w4 w5'))).toBe(false);
    expect(isNearDuplicate(shingles(''), shingles(''))).toBe(false);
  });

  it('rest on Jaccard and containment', () => {
    expect(jaccard(new Set([1, 2, 3]), new Set([2, 3, 4]))).toBe(0.5);
    expect(containment(new Set([1, 2]), new Set([1, 2, 3, 4]))).toBe(1);
    expect(jaccard(new Set(), new Set())).toBe(0);
  });
});

describe('words', () => {
  it('keep inner apostrophes, hyphens and decimals', () => {
    expect(words('Don’t round 1.5 up: two-thirds will do.')).toEqual([
      "don't",
      'round',
      '1.5',
      'up',
      'two-thirds',
      'will',
      'do',
    ]);
  });

  it('stem to what carries content', () => {
    expect(contentStems('The openings of the letters, and the opening’s letter')).toEqual([
      'open',
      'letter',
      'open',
      'letter',
    ]);
  });
});
