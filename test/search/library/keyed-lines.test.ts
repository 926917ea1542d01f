import fc from 'fast-check';
import { expect, it } from 'vitest';
import { keyedLines, valueAt } from '../../../src/search/library/keyed-lines.ts';

const key = fc.string({ minLength: 1 }).filter((text) => !/[\t\n]/u.test(text));
const value = fc.string().filter((text) => !text.includes('\n'));

it('gives every value by its key, and none by another', () => {
  fc.assert(
    fc.property(fc.dictionary(key, value), key, (map, other) => {
      const entries = Object.entries(map);
      const lines = keyedLines(entries);
      expect(entries.map(([name]) => valueAt(lines, name))).toEqual(entries.map(([, text]) => text));
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
