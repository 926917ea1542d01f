import { describe, expect, it } from 'vitest';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { NO_KINDS } from '../../../src/domain/guide-kind.ts';
import { kindsOfGuides } from '../../../src/engines/offline/kinds-of-guides.ts';
import { rewriteCriteria } from '../../../src/engines/offline/rewrite-criteria.ts';
import { adviceOf, point, RUN, task, valueOf } from './support.ts';

async function rewritten(
  text: string,
  { instruction = 'Write a report on rain', relevance = 2, kinds = NO_KINDS } = {},
) {
  const item = {
    id: point(1, text).id,
    point: point(1, text),
    advice: [adviceOf(1, text)],
    quotes: [],
    modelCriteria: [],
    sourceRelevance: relevance,
    sourceExpertise: 4,
  };
  return valueOf((await rewriteCriteria(readersBy(kinds))(RUN, task(instruction), [item])).get('m1'));
}

it('comes from what a user’s own guide asks for with a verb that is not known, unless it is work on a text', async () => {
  const own = kindsOfGuides(NO_KINDS, ['Inspection logs']);
  const note = 'Note the mood of the bees.';
  expect(await rewritten(note, { kinds: own })).toMatchObject({
    text: 'The response should note the mood of the bees.',
  });
  expect(await rewritten(note)).toMatchObject({ kind: 'removed' });
  for (const text of ['Wish the keeper luck in the last line.', 'Greet the keeper by name.', 'Paste the “swarm card”.'])
    expect(await rewritten(text, { kinds: own })).toMatchObject({ kind: 'criterion' });
  for (const text of ['Print the log for the inspector.', 'Buy a good pen.', 'Drink a glass of water.', 'Hire a band.'])
    expect(await rewritten(text, { kinds: own })).toMatchObject({ kind: 'removed' });
});

describe('a criterion', () => {
  it.each([
    ['Use short sentences.', 'The response should use short sentences.', 'Does the response use short sentences?'],
    [
      'Don\'t use the word "storm" in the title.',
      'The response should not use the word “storm” in the title.',
      'Does the response avoid using the word “storm” in the title?',
    ],
    [
      'Start your summary with what you found.',
      'The response should start the summary with what the writer found.',
      'Does the response start the summary with what the writer found?',
    ],
    [
      'In the summary, name the month.',
      'The response should, in the summary, name the month.',
      'Does the response, in the summary, name the month?',
    ],
    [
      'Give each term a short gloss (“the pawl, that is, a small catch”).',
      'The response should give each term a short gloss.',
      'Does the response give each term a short gloss?',
    ],
    [
      'Write the message of a chart as its title: “Rain doubled after the new dam.”',
      'The response should write the message of a chart as its title.',
      'Does the response write the message of a chart as its title?',
    ],
    [
      'Do start the summary with the month of the rain.',
      'The response should start the summary with the month of the rain.',
      'Does the response start the summary with the month of the rain?',
    ],
    [
      'Try not to exceed three paragraphs.',
      'The response should not exceed three paragraphs.',
      'Does the response avoid exceeding three paragraphs?',
    ],
    [
      'You mustn’t name the observers.',
      'The response should not name the observers.',
      'Does the response avoid naming the observers?',
    ],
    [
      'The title shouldn’t name the month.',
      'The response’s title should not name the month.',
      'Does the response’s title not name the month?',
    ],
    ['The title should be short.', 'The response’s title should be short.', 'Is the response’s title short?'],
    [
      'A good report should clearly state the source.',
      'The response should clearly state the source.',
      'Does the response clearly state the source?',
    ],
    [
      'Readers should know which gauge was read.',
      'The response should let readers know which gauge was read.',
      'Does the response let readers know which gauge was read?',
    ],
    [
      'Which gauge was read?',
      'The response should answer the question “Which gauge was read?”',
      'Is the question “Which gauge was read?” answered in the response?',
    ],
    ['Does it name the gauge?', 'The response should name the gauge.', 'Does the response name the gauge?'],
    [
      'Each paragraph should make one point.',
      'Each paragraph of the response should make one point.',
      'Does each paragraph of the response make one point?',
    ],
  ])('%s', async (advice, text, question) => {
    const made = await rewritten(advice);
    expect(made).toMatchObject({ kind: 'criterion', text, question });
  });

  it('is never explicit: only the instruction states what it asks for', async () => {
    const asked = { instruction: 'Write a rainfall report that names the gauge and the month' };
    expect(await rewritten('Name the gauge and the month.', asked)).toMatchObject({ explicit: false });
  });
});

describe('a criterion keeps what changes its meaning', () => {
  it.each([
    ['Include a joke – unless the family is in mourning.', 'include a joke – unless the family is in mourning.'],
    ['Name the whole family – but not the uncle.', 'name the whole family – but not the uncle.'],
    ['Name the illness; only where the family agrees.', 'name the illness; only where the family agrees.'],
    ['Use at most two poems — none if the family objects.', 'use at most two poems — none if the family objects.'],
    ['Thank Mr. Smith in St. Ives.', 'thank Mr. Smith in St. Ives.'],
    ['Never use a poem just because it rhymes.', 'not use a poem just because it rhymes.'],
    ['Do not use the phrase (“he lost his battle with it”).', 'not use the phrase (“he lost his battle with it”).'],
    ['Never say: “She is in a better place now.”', 'not say “She is in a better place now.”'],
    ['It is better to leave out a date than to guess it.', 'leave out a date rather than guess it.'],
    ['Keep the report below two pages.', 'keep the report below two pages.'],
    ['Avoid jargon.', 'avoid jargon.'],
    ['Avoid praise.', 'avoid praise.'],
    ['Add colour.', 'add colour.'],
  ])('%s', async (advice, action) => {
    expect(await rewritten(advice)).toMatchObject({ text: `The response should ${action}` });
  });

  it('keeps what stands behind a dash: it may be a warning', async () => {
    expect(await rewritten('Name the gauge – the family may ask.')).toMatchObject({
      text: 'The response should name the gauge – the family may ask.',
    });
  });
});

describe('removed, with a reason', () => {
  it.each([
    'Rehearse the opening until it sits.',
    'Ask a colleague to read the report.',
    'Read the text aloud.',
    'Download our template.',
    'Use it sparingly.',
    'Put this in the title.',
    'Subscribe to the newsletter.',
    'If you are an auditor, name the firm.',
    'Enjoy the view from the hill.',
    'Write a report.',
    'The rain fell for a week.',
    'Don’t just list the rain gauges.',
    'Do not always begin with a date.',
    'The report should not only list the gauges.',
    'Try not to simply list the gauges.',
  ])('%s', async (advice) => {
    expect(await rewritten(advice)).toMatchObject({
      kind: 'removed',
      reason: expect.stringMatching(/\.$/u) as string,
    });
  });

  it.each([
    'give the base (“12 per cent of 340 pupils”), unless it is below 20.',
    'state the cost: “Each session cost 12 pounds”, but not in the summary.',
  ])('keeps the condition behind a quotation: %s', async (action) => {
    expect(await rewritten(action)).toMatchObject({ text: `The response should ${action}` });
  });

  it('makes no demand of a warning', async () => {
    expect(await rewritten('Use long sentences, and the reader will stop.')).toMatchObject({ kind: 'removed' });
  });
});
