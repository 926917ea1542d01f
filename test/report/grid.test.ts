import fc from 'fast-check';
import pc from 'picocolors';
import { describe, expect, it } from 'vitest';
import { grid, paragraph } from '../../src/report/grid.ts';
import { printableLine } from '../../src/text/printable.ts';
import { expectToFit } from './layout.ts';

const withoutSpace = (text: string) => text.replace(/\s/gu, '');

describe('grid', () => {
  it('loses no character, whatever the words and the width', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '/', '語', 'é', '█'), maxLength: 300 }),
        fc.integer({ min: 12, max: 120 }),
        (text, width) => {
          expect(withoutSpace(paragraph(printableLine(text), width))).toBe(withoutSpace(text));
        },
      ),
    );
  });

  it('keeps lines within the width, long words and indentation included', () => {
    const text = `A URL: https://example.org/${'path/'.repeat(40)} and an end`;
    expectToFit(paragraph(text, 60, 6), 60);
    expect(paragraph(text, 60, 6).split('\n')[1]).toMatch(/^ {6}\S/u);
  });

  it('carries paint over line breaks and leaves no space at ends of lines', () => {
    const { green } = pc.createColors(true);
    const text = paragraph(green('one two three four'), 10);
    expect(text).toBe('\u001b[32mone two\u001b[39m\n\u001b[32mthree four\u001b[39m\n');
    expect(grid([{ width: 5 }, { width: 5 }], [['a', 'b']])).toBe('a      b\n');
  });
});
