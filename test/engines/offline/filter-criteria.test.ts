import { describe, expect, it } from 'vitest';
import { filterCriteria } from '../../../src/engines/offline/filter-criteria.ts';
import { draft, RUN, task, valueOf } from './support.ts';

async function verdicts(texts: readonly string[], instruction = 'Write a report on rain') {
  const items = texts.map((text, index) => draft(index + 1, `The response should ${text}`));
  const outcomes = await filterCriteria(RUN, task(instruction), items);
  return items.map((item) => valueOf(outcomes.get(item.id)));
}

describe('what another criterion covers', () => {
  it('is left out', async () => {
    const [lesser, greater, clause] = await verdicts([
      'put the date at the top.',
      'use a frame with the date and the sender.',
      'say what the sender has done.',
    ]);
    expect(lesser).toMatchObject({ applies: false, reason: expect.stringMatching(/\.$/u) as string });
    expect([greater, clause].map((verdict) => verdict?.applies)).toEqual([true, true]);
  });

  it('is left out where it asks for the same wording, or where a part that adds something cannot repeat', async () => {
    const all = await verdicts([
      'put “Fin” after the last line, so that nobody turns the page.',
      'end with a mark such as “Fin”, and below it put the address of somebody who will answer that week.',
      'have a subtitle that does not repeat the title in longer words.',
      'have a subtitle that adds the second fact.',
      'not write “Fin” twice.',
    ]);
    expect(all.map(({ applies }) => applies)).toEqual([false, true, false, true, true]);
  });

  it('is not what differs in sense, number or place', async () => {
    const all = await verdicts([
      'avoid jokes.',
      'open with jokes and names.',
      'use three images.',
      'use images and sounds.',
      'end on a question.',
      'open with a question and a number.',
    ]);
    expect(all.every(({ applies }) => applies)).toBe(true);
  });
});

describe('what one text can show', () => {
  it.each([
    'rehearse the opening until it sits.',
    'ask a colleague to read the draft.',
    'read the text aloud.',
    'proofread the names twice.',
    'tell the host in person.',
    'name the room before the letter arrives.',
    'put the joke at the end and stop speaking.',
    'give the draft to a friend.',
    'revise the draft the next day.',
    'send the text before noon.',
    'write the summary last.',
    'keep eye contact with the front row.',
    'be set in a readable font.',
    'imagine a tired reader.',
    'choose one scene.',
    'settle the order of the parts.',
    'make forty tired people want to read the paper.',
    'contain a phrase that nobody has ever heard.',
    'leave out half the adjectives.',
    'answer every point in the order of the advertisement.',
    'not cite a book the writer has not opened.',
    'leave white space.',
    'let each part earn its place.',
  ])('not: %s', async (text) => {
    const [verdict] = await verdicts([text]);
    expect(verdict).toMatchObject({ applies: false, reason: expect.stringMatching(/\.$/u) as string });
  });

  it.each([
    'state the finding in the first line.',
    'ask the reader one question at the end.',
    'speak of the weather in plain words.',
    'return to the opening image in the last line.',
    'cover the costs, the dates and the risks.',
    'not open with an apology.',
    'pick one point of view and stay in it.',
    'choose the short word over the long one.',
  ])('shown: %s', async (text) => {
    expect((await verdicts([text]))[0]).toMatchObject({ applies: true, conflicts: [] });
  });
});

describe('contradictions', () => {
  it.each([
    ['be at most 300 words long.', 'be at least 500 words long.'],
    ['open with a personal anecdote.', 'not open with a personal anecdote.'],
    ['give long examples for each step.', 'keep examples short.'],
  ])('%s / %s', async (one, other) => {
    const [left, right] = await verdicts([one, other]);
    expect(left?.conflicts).toMatchObject([{ with: 'c2' }]);
    expect(right?.conflicts).toMatchObject([{ with: 'c1' }]);
  });

  it.each([
    ['have a title that is under 10 words.', 'have an ending that is at least 40 words.'],
    ['be at most 500 words long.', 'be at least 300 words long.'],
    ['open with a question.', 'not end with an apology.'],
  ])('none between %s / %s', async (one, other) => {
    for (const verdict of await verdicts([one, other])) expect(verdict.conflicts).toEqual([]);
  });

  it.each([
    ['Write a report on rain in under 100 words', 'give long examples of each step.'],
    ['Write a report on rain in under 100 words', 'be at least 500 words long.'],
    ['Write a report on rain, no bullet points', 'use bullet points for the findings.'],
  ])('with the instruction: %s / %s', async (instruction, text) => {
    const [verdict] = await verdicts([text], instruction);
    expect(verdict?.conflicts).toMatchObject([{ with: 'instruction' }]);
  });

  it('not with an instruction that agrees', async () => {
    const [verdict] = await verdicts(['not use bullet points.'], 'Write a report on rain, no bullet points');
    expect(verdict?.conflicts).toEqual([]);
  });
});
