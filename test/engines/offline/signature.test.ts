import { expect, it } from 'vitest';
import { SignatureIndex, signatureOf } from '../../../src/engines/offline/signature.ts';

it('compares with what shares a word, but not by a word that hundreds share', () => {
  const index = new SignatureIndex<string>();
  const add = (text: string) => index.add(text, signatureOf(text, []));
  add('Weigh the flour.');
  for (let number = 0; number < 1_000; number += 1) add(`Put spoon${number}a beside fork${number}b.`);
  const nearTo = (text: string) => index.near(signatureOf(text, []));
  expect(nearTo('Weigh the salt beside the flour.')).toEqual(['Weigh the flour.']);
  expect(nearTo('Put fork7b beside it.')).toEqual(['Put spoon7a beside fork7b.']);
});
