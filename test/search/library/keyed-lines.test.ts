import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedLines, valueAt } from '../../../src/search/library/keyed-lines.ts';

const key = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !/[\t\n]/u.test(text));
const value = fc.string({ unit: 'grapheme' }).map((text) => JSON.stringify(text));

it('gives every value by its key, and none by another', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), key, (map, other) => {
      const entries = Object.entries(map);
      const lines = keyedLines(entries);
      expect(lines).toMatch(/^[\0-~]*$/u);
      const found = entries.map(([name]) => JSON.parse(valueAt(lines, name) ?? '') as unknown);
      expect(found).toEqual(entries.map(([, text]) => JSON.parse(text) as unknown));
      if (!Object.hasOwn(map, other)) expect(valueAt(lines, other)).toBeUndefined();
    }),
  );
});

it.each([
  ['a\tb', 'x'],
  ['a\nb', 'x'],
  ['a', 'x\ny'],
  ['', 'x'],
])('refuses what is no line: %j, %j', (name, text) => {
  expect(() => keyedLines([[name, text]])).toThrow('is no line');
});
