import fc from 'fast-check';
import { expect, it } from 'vitest';
import { shortPaths } from '../../src/text/short-paths.ts';

it.each([
  [
    ['drafts/a.md', 'drafts/b.md'],
    ['a.md', 'b.md'],
  ],
  [
    ['x/drafts/a.md', 'x/old/a.md'],
    ['drafts/a.md', 'old/a.md'],
  ],
  [
    ['drafts/a.md', '-'],
    ['drafts/a.md', '-'],
  ],
  [
    ['a/b', 'a'],
    ['b', 'a'],
  ],
  [['drafts/a.md'], ['a.md']],
  [
    ['d/a.md', 'd/a.md'],
    ['a.md', 'a.md'],
  ],
  [[], []],
])('%j are told apart as %j', (paths, short) => {
  expect(shortPaths(paths)).toEqual(short);
});

it('stay as many as they were', () => {
  const path = fc.array(fc.constantFrom('a', 'b', ''), { maxLength: 4 }).map((parts) => parts.join('/'));
  fc.assert(
    fc.property(fc.array(path, { maxLength: 4 }), (paths) => {
      expect(new Set(shortPaths(paths)).size).toBe(new Set(paths).size);
    }),
  );
});
