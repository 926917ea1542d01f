import { describe, expect, it } from 'vitest';
import { createNearDuplicates, jaccard, shingles } from '../../src/text/similarity.ts';
import { contentStems, words } from '../../src/text/words.ts';

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, index) => `w${from + index}`).join(' ');

/** The number of the text that `sought` nearly repeats. */
function repeated(texts: readonly string[], sought: string): number | null {
  const duplicates = createNearDuplicates<number>();
  texts.forEach((text, index) => duplicates.add(index, shingles(text)));
  return duplicates.find(shingles(sought));
}

describe('near duplicates', () => {
  const original = numbered(0, 300);

  it('are copies with small changes, and excerpts', () => {
    expect(repeated([original], `intro words ${numbered(0, 280)} outro words`)).toBe(0);
    expect(repeated([original], numbered(50, 150))).toBe(0);
  });

  it('are copies with other emoji', () => {
    const marked = numbered(0, 60).replaceAll(' ', ' \u{1F449} ');
    expect(jaccard(shingles(marked), shingles(numbered(0, 60)))).toBe(1);
    expect(jaccard(shingles('one two\u{1F600}three four five'), shingles('one two three four five'))).toBe(1);
    // Letters beyond the first plane are letters.
    expect(jaccard(shingles('\u{20BB7}\u{20BB7}'), shingles('\u{20BB8}\u{20BB7}'))).toBe(0);
  });

  it('are told apart by their first and their last word', () => {
    for (const [one, other] of [
      [numbered(0, 20), `other ${numbered(1, 20)}`],
      [numbered(0, 20), `${numbered(0, 19)} other`],
    ] as const)
      expect(jaccard(shingles(one), shingles(other))).toBeCloseTo(15 / 17, 9);
  });

  it('are not texts that share a passage', () => {
    expect(repeated([original], numbered(250, 600))).toBeNull();
    expect(repeated([original], 'w1 w2 w3 w4 w5')).toBeNull();
    expect(repeated([''], '')).toBeNull();
  });

  it('are found among many, and the first of several is named', () => {
    const others = Array.from({ length: 20 }, (_, index) => numbered(1000 * index, 1000 * index + 300));
    expect(repeated([...others, original, original], original)).toBe(0);
    expect(repeated(others.slice(1), original)).toBeNull();
    expect(repeated([...others.slice(1), original, numbered(0, 290)], original)).toBe(19);
  });

  it('rest on the share of what is common', () => {
    expect(jaccard(new Set([1, 2, 3]), new Set([2, 3, 4]))).toBe(0.5);
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
