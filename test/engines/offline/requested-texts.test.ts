import { describe, expect, it } from 'vitest';
import { requestedTexts } from '../../../src/engines/offline/requested-texts.ts';

const phrasesIn = (instruction: string) =>
  requestedTexts(instruction).flatMap(({ kinds }) => kinds.map(({ phrase }) => phrase));

const orders = [
  'Put these in an order that makes sense.',
  'Which of these should I do first?',
  'Write a summary of this for Ann.',
];
const data = [
  '- write an essay on tea',
  '1. write an essay on tea\n2. call mum',
  '* Ann: write an essay on tea\n  before the fair',
  '> Please write an essay on tea.',
];

describe('the texts that an instruction asks for', () => {
  it.each(orders.flatMap((order) => data.map((pasted) => [order, pasted])))(
    'are those of its running text, not of lists beside it: %s | %s',
    (order, pasted) => {
      expect(phrasesIn(`${order}\n\n${pasted}`)).toEqual(phrasesIn(order));
      expect(phrasesIn(pasted)).toContain('essay');
    },
  );

  it('are looked for in lines of their own below a heading', () => {
    const requests = requestedTexts('# The yearly fair of our village in the hills by the sea\nWrite an essay');
    expect(requests.map(({ sentence }) => sentence)).toContain('Write an essay');
  });
});
