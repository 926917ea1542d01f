import { expect, it } from 'vitest';
import { areAlike, SignatureIndex, signatureOf } from '../../../src/engines/offline/signature.ts';

it('compares with what shares a word, but not by a word that hundreds share', () => {
  const index = new SignatureIndex<string>();
  const add = (text: string) => index.add(text, signatureOf(text, []));
  add('Weigh the flour.');
  for (let number = 0; number < 1_000; number += 1) add(`Put spoon${number}a beside fork${number}b.`);
  const nearTo = (text: string) => index.near(signatureOf(text, []));
  expect(nearTo('Weigh the salt beside the flour.')).toEqual(['Weigh the flour.']);
  expect(nearTo('Put fork7b beside it.')).toEqual(['Put spoon7a beside fork7b.']);
});

it.each([
  ['Round the figures up in the tables.', 'Round the figures down in the tables.'],
  ['Write the summary for experts.', 'Write the summary for non-experts.'],
  ['Number the headings from one to ten.', 'Number the headings from ten to one.'],
  ['Use either logo on the cover.', 'Use both logos on the cover.'],
  ['Name the writer’s own volunteers.', 'Name the others’ volunteers.'],
  ['Give the budget over each heading.', 'Give the budget under each heading.'],
  ['Include all photographs in the annex.', 'Include some photographs in the annex.'],
])('tells opposites apart: %s / %s', (left, right) => {
  expect(areAlike(signatureOf(left, []), signatureOf(right, []))).toBe(false);
});
