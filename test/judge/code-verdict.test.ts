/** Whose verdict code gives: a check states what the item's text states. */
import { expect, it } from 'vitest';
import type { GivenItem } from '../../src/domain/given-item.ts';
import { checklistOfItems } from '../../src/judge/checklists/given-checklist.ts';
import { codeVerdict } from '../../src/judge/code-verdict.ts';
import { NO_FUNCTIONS } from '../../src/judge/checks/call-function.ts';
import { timeForResponse } from '../../src/judge/checks/count/patterns.ts';

async function answer(given: GivenItem, response: string): Promise<string> {
  const [item] = checklistOfItems([given]).items;
  if (item === undefined) throw new Error('no item');
  const { verdict } = await codeVerdict(item, response, timeForResponse(), NO_FUNCTIONS);
  return verdict.status === 'scored' ? `${verdict.answer}: ${verdict.reason}` : verdict.status;
}

const WITH = 'Hi 🎉';
const WITHOUT = 'Hi';

it.each<[string, GivenItem]>([
  ['points below 0: the text states the fault', { text: 'It uses emoji.', weight: -50, check: 'emoji >= 1' }],
  [
    'points below 0, whatever the question is',
    { text: 'It uses emoji.', question: 'Is it free of emoji?', weight: -50, check: 'emoji >= 1' },
  ],
  [
    'a fault with points from 0 on: the text asks for its absence',
    { text: 'The response should not use emoji.', fault: true, check: 'emoji = 0' },
  ],
  ['no fault', { text: 'It uses no emoji.', check: 'not(emoji)' }],
])('yes is good: %s', async (_name, item) => {
  expect(await answer(item, WITH)).toBe('no: 1 emoji; none wanted');
  expect(await answer(item, WITHOUT)).toBe('yes: 0 emoji; none wanted');
});

it('a check that decides a part alone only denies what the text states', async () => {
  const fault: GivenItem = { text: 'Its emoji are silly.', weight: -50, check: 'emoji', decides: 'part' };
  expect(await answer(fault, WITHOUT)).toBe('yes: 0 emoji; none wanted');
  expect(await answer(fault, WITH)).toBe('unscored');
  const demand: GivenItem = { text: 'Its emoji are apt.', check: 'emoji', decides: 'part' };
  expect(await answer(demand, WITHOUT)).toBe('no: 0 emoji; at least 1 wanted');
  expect(await answer(demand, WITH)).toBe('unscored');
});

it('what code cannot tell stays open for a fault, too', async () => {
  const fault: GivenItem = { text: 'It has one sentence.', weight: -5, check: 'sentences = 1' };
  expect(await answer(fault, 'We took plan B. She knows.')).toBe('unscored');
});
