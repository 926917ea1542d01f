import { describe, expect, it } from 'vitest';
import { saysTheSame, signatureOf } from '../../../src/engines/offline/same-advice.ts';

function same(left: string, right: string): boolean {
  const [one, other] = [signatureOf(left), signatureOf(right)];
  const forward = saysTheSame(one, other, () => true);
  expect(saysTheSame(other, one, () => true)).toBe(forward);
  return forward;
}

describe('the same advice in other words', () => {
  it.each([
    ['Keep the subject line under 50 characters.', 'Limit the subject line to 50 characters.'],
    ['Avoid jargon.', 'Don’t use jargon or abbreviations.'],
    [
      'Open with an anecdote that shows the problem.',
      'Start with a short anecdote illustrating the problem.',
    ],
    ['End with a clear call to action.', 'Close with a call to action.'],
    ['Never start with an apology.', 'Do not open with an apology.'],
    ['Mention the price in the first paragraph.', 'The opening paragraph should state the cost.'],
    ['Back every claim with an example.', 'Give an example for each claim.'],
    [
      'Begin with a one-paragraph summary of the findings.',
      'Summarise the findings in one paragraph at the start.',
    ],
    ['State the deadline clearly.', 'Give a deadline.'],
    ['Leave adverbs out unless one is needed.', 'Avoid adverbs and fillers.'],
    ['Conclude by restating the main argument.', 'In the conclusion, restate your main argument.'],
    ['The headline should contain a verb.', 'Use a verb in the headline.'],
    ['Add a schedule by quarter.', 'Include a one-page timeline.'],
    [
      'Make each scene cost more than the one before.',
      'The middle should make each attempt cost more than the one before it.',
    ],
    [
      'Finish with whatever removes the last doubt.',
      'The closing line should remove the final worry: returns, care, repair.',
    ],
    [
      'Attribute every opinion to a person with a name and a title.',
      'Give each opinion to a named person with a job title.',
    ],
  ])('%s = %s', (left, right) => {
    expect(same(left, right)).toBe(true);
  });

  it.each([
    ['Open with an anecdote.', 'End with an anecdote.'],
    ['Keep paragraphs short.', 'Keep sentences short.'],
    ['Name the price in the first paragraph.', 'Name the product in the first paragraph.'],
    ['Avoid jargon.', 'Avoid clichés.'],
    ['Give the date of the event.', 'Give the date of delivery.'],
    ['Include a photo of the author.', 'Include a photo of the product.'],
    ['Pose the question in the title.', 'Answer the question in the last line.'],
    ['Describe the method in one sentence.', 'Describe the result in one sentence.'],
    ['Mention salary in the first line.', 'Do not mention salary.'],
    ['Keep the title below ten words.', 'Keep the title below twenty words.'],
    ['Open with the use, not with the object.', 'Begin by stating their objection fairly.'],
    [
      'In the summary, avoid opening with the history of the group.',
      'The opening line should not praise the group.',
    ],
    ['Start with a scene.', 'In each section, start with a scene.'],
    ['State early what you have in common.', 'Say the key phrase early, in the middle and at the end.'],
    ['The quotation should add an opinion.', 'Have the quoted person approve the quotation in writing.'],
  ])('%s ≠ %s', (left, right) => {
    expect(same(left, right)).toBe(false);
  });

  it('leaves out the name of the kind of text, which all its advice shares', () => {
    const named = new Set(['newslett']);
    const one = signatureOf('Give the newsletter a schedule.', named);
    expect([...one.stems]).not.toContain('newslett');
  });
});
