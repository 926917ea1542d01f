import { describe, expect, it } from 'vitest';
import { requestedTexts } from '../../../src/engines/offline/requested-texts.ts';
import { kindAsNamed } from '../../../src/engines/offline/text-kind.ts';

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

  it.each([
    ['I keep bees and need a report on swarms.', true],
    ["I keep bees and we'd like a report on swarms.", true],
    ["I keep bees and don't really need a report on swarms.", false],
    ['I keep bees for people who want a report on swarms.', false],
  ])('are those that a clause wants: %s %s', (instruction, isWanted) => {
    const wished = requestedTexts(instruction).filter(({ by }) => by === 'wished');
    expect(wished.flatMap(({ kinds }) => kinds.map(({ noun }) => noun))).toEqual(isWanted ? ['report'] : []);
  });

  it.each([
    ['Take the attached minutes and draft me a summary', true],
    ['Ask my brother to sit down and draft a summary', false],
    ['Tell the class how people sit down and draft a summary', false],
  ])('are those that an order goes on to: %s %s', (instruction, isWritten) => {
    const written = requestedTexts(instruction).filter(({ by }) => by === 'written');
    expect(written.flatMap(({ kinds }) => kinds.map(({ noun }) => noun))).toEqual(isWritten ? ['summary'] : []);
  });

  it('are not all that somebody wants: nothing is known of it', () => {
    expect(kindAsNamed('My dog needs a walk and I need a break.')).toBeUndefined();
  });
});
