import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wordDiff } from '../../src/report/text-pieces.ts';

const texts = fc
  .array(fc.constantFrom('one', 'two', 'three', ' ', '\n', '. ', '雨', '—'), { maxLength: 60 })
  .map((parts) => parts.join(''));

it('gives both texts back, piece by piece', async () => {
  await fc.assert(
    fc.asyncProperty(texts, texts, async (before, after) => {
      const pieces = await wordDiff(before, after);
      const without = (change: string) =>
        pieces
          .filter((piece) => piece.change !== change)
          .map(({ text }) => text)
          .join('');
      expect(without('added')).toBe(before);
      expect(without('removed')).toBe(after);
    }),
  );
});

it('changes no more than the words that differ', async () => {
  expect(await wordDiff('Bring a chair and a song.', 'Bring a chair and two songs.')).toEqual([
    { change: 'kept', text: 'Bring a chair and ' },
    { change: 'removed', text: 'a song' },
    { change: 'added', text: 'two songs' },
    { change: 'kept', text: '.' },
  ]);
});

it('shows texts that have nothing in common as old and new, without long thought', async () => {
  const long = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`).join(' ');
  const pieces = await wordDiff(long('a'), long('b'));
  expect(pieces.map(({ change }) => change)).toEqual(['removed', 'added']);
});
