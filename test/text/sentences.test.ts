import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sentences, splitSentences } from '../../src/text/sentences.ts';

describe('sentences', () => {
  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    ['See Dr. Smith, e.g. on Mondays. Then go.', ['See Dr. Smith, e.g. on Mondays.', 'Then go.']],
    ['Pens, paper, etc. Bring both.', ['Pens, paper, etc.', 'Bring both.']],
    ['A line\nanother line', ['A line', 'another line']],
    ['Use fig. 3 and vol. 2 here. Stop.', ['Use fig. 3 and vol. 2 here.', 'Stop.']],
    ['“Why now?” is the question. Answer it.', ['“Why now?” is the question.', 'Answer it.']],
    ['It costs 3.50 a day. Pay it.', ['It costs 3.50 a day.', 'Pay it.']],
    ['', []],
  ])('%j', (text, expected) => {
    expect(sentences(text)).toEqual(expected);
  });

  it('are slices in order that leave out white space alone', () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom('a', 'B', '.', '?', ' ', '\n', '“', '”', 'e.g.', '1'),
          maxLength: 80,
        }),
        (text) => {
          let end = 0;
          for (const span of splitSentences(text)) {
            expect(text.slice(end, span.start).trim()).toBe('');
            expect(span.end).toBeGreaterThan(span.start);
            end = span.end;
          }
          expect(text.slice(end).trim()).toBe('');
        },
      ),
    );
  });

  it('are the same however long the line is that they stand on', () => {
    const one = 'The committee met on a day in spring and talked at length about the budget.';
    for (const reading of ['likely', 'fewest', 'most'] as const) {
      const line = `${one} `.repeat(400).trim();
      expect(new Set(splitSentences(line, reading).map(({ start, end }) => line.slice(start, end)))).toEqual(
        new Set([one]),
      );
      expect(splitSentences(line, reading)).toHaveLength(400);
    }
    const long = `It is ${'very '.repeat(5_000)}long.`;
    expect(splitSentences(`Yes. ${long}`, 'fewest')).toHaveLength(2);
    expect(splitSentences(`Yes. ${long}`, 'most')).toHaveLength(2);
    // Who reads pages gets parts that end between words.
    for (const { end } of splitSentences(long)) expect(long.slice(end, end + 1).trim()).toBe('');
  });

  it('stay fast on a huge line', () => {
    expect(splitSentences('word '.repeat(200_000)).length).toBeGreaterThan(0);
    expect(splitSentences(`a. ${' '.repeat(500_000)}b`, 'most').length).toBeGreaterThan(0);
  });
});
