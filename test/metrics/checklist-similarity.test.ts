import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bleu, rougeL, rougeN } from '../../src/metrics/text-overlap.ts';
import { checklistSimilarity } from '../../src/metrics/checklist-similarity.ts';

const found = 'the cat was found under the bed'.split(' ');
const under = 'the cat was under the bed'.split(' ');
const texts = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 15 });

describe('ROUGE', () => {
  it('has the known values', () => {
    expect(rougeN(found, under, 1)).toBeCloseTo(12 / 13, 12);
    expect(rougeN(found, under, 2)).toBeCloseTo(8 / 11, 12);
    expect(rougeL(found, under)).toBeCloseTo(12 / 13, 12);
    expect(rougeL(['b', 'a'], ['a', 'b'])).toBe(0.5);
  });

  it('counts a word as often as both have it', () => {
    expect(rougeN(['the', 'the', 'the'], ['the', 'cat'], 1)).toBeCloseTo(2 / 5, 12);
  });

  it('is 0 for an empty candidate, undefined for an empty reference', () => {
    expect(rougeN([], under, 1)).toBe(0);
    expect(rougeN(['a'], under, 2)).toBe(0);
    expect(rougeL(under, [])).toBeNull();
    expect(rougeN(under, ['a'], 2)).toBeNull();
  });

  it('is a symmetric share, 1 for the same text, and L never above 1', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const values = [rougeN(one, other, 1), rougeN(one, other, 2), rougeL(one, other)];
        for (const value of values) if (value !== null) expect(value >= 0 && value <= 1).toBe(true);
        if (one.length > 0 && other.length > 0) {
          expect(rougeL(one, other)).toBe(rougeL(other, one));
          expect(rougeL(one, other)).toBeLessThanOrEqual(rougeN(one, other, 1) ?? 0);
          expect(rougeL(one, one)).toBe(1);
        }
      }),
    );
  });
});

describe('BLEU', () => {
  it('multiplies smoothed precisions and the brevity penalty', () => {
    // 1-grams 6/6, 2-grams (4+1)/(5+1), 3-grams (2+1)/(4+1), 4-grams (0+1)/(3+1); 6 words for 7.
    const precisions = (1 * (5 / 6) * (3 / 5) * (1 / 4)) ** 0.25;
    expect(bleu(under, found)).toBeCloseTo(precisions * Math.exp(1 - 7 / 6), 12);
  });

  it('is 1 for the same text, 0 without a common word, undefined without a reference', () => {
    expect(bleu(found, found)).toBeCloseTo(1, 12);
    expect(bleu(['x'], found)).toBe(0);
    expect(bleu([], found)).toBe(0);
    expect(bleu(found, [])).toBeNull();
  });

  it('is a share', () => {
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        const value = bleu(one, other);
        if (value !== null) expect(value >= 0 && value <= 1 + 1e-12).toBe(true);
      }),
    );
  });
});

describe('the similarity of checklists', () => {
  const human = ['Is the date named?', 'Is the tone warm?'];

  it('averages over the generated ones', () => {
    const similarity = checklistSimilarity([human, ['Does it rhyme?']], human);
    expect(similarity).toMatchObject({ rouge1: 0.5, rouge2: 0.5, rougeL: 0.5, countError: 0.5 });
    expect(similarity.bleu).toBeCloseTo(0.5, 12);
  });

  it('is undefined without a human one, but for the count', () => {
    expect(checklistSimilarity([human], [])).toMatchObject({ rouge1: null, countError: 2 });
  });
});
