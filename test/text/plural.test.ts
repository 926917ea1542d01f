import { expect, it } from 'vitest';
import { plural } from '../../src/text/plural.ts';

it('has the singular for one alone', () => {
  expect([0, 1, 2].map((count) => plural(count, 'guide'))).toEqual(['0 guides', '1 guide', '2 guides']);
  expect(plural(1, 'entry', 'entries')).toBe('1 entry');
  expect(plural(2, 'entry', 'entries')).toBe('2 entries');
});
