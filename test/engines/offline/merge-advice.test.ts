import { describe, expect, it } from 'vitest';
import { readersBy } from '../../../src/engines/offline/text-kind.ts';
import { NO_KINDS } from '../../../src/domain/guide-kind.ts';
import { mergeAdvice } from '../../../src/engines/offline/merge-advice.ts';
import { adviceOf, point, RUN, task, valueOf } from './support.ts';

async function groupsOf(
  left: readonly string[],
  right: readonly string[],
  quotes?: readonly string[],
  instruction = 'Write a report',
) {
  const points = [...left, ...right].map((text, index) => point(index + 1, text));
  const advice = new Map(
    points.map(({ adviceIds, text }, index) => [String(adviceIds[0]), adviceOf(index + 1, quotes?.[index] ?? text)]),
  );
  const item = { id: '1.1', points, advice };
  return valueOf((await mergeAdvice(readersBy(NO_KINDS))(RUN, task(instruction), [item])).get('1.1'));
}

describe('merging', () => {
  it('joins what shares its words, under the wording that asks for least', async () => {
    const [group] = await groupsOf(
      ['State the price plainly in the first line.'],
      ['State the price in the first line.'],
    );
    expect(group).toMatchObject({
      text: 'State the price in the first line.',
      pointIds: expect.arrayContaining(['m1', 'm2']) as string[],
    });
  });

  it.each([
    ['Keep the whole text to at most 300 words.', 'Keep the whole text to at most 500 words.'],
    ['Open with a question to the reader.', 'Do not open with a question to the reader.'],
    ['Name the price in the first line.', 'Name the sender in the last line.'],
    ['Don’t give the hiding place away in the text.', 'Never show a photograph of the hiding place.'],
    ['State the price.', 'Keep the price low.'],
    ['Say who carved the wooden comb.', 'Say what the wooden comb was used for.'],
    ['End with a question.', 'End with an answer.'],
    ['Close each chapter with a list.', 'Close each chapter with a summary.'],
    ['Use the present tense for the findings of divers.', 'Use the past tense for the findings of divers.'],
    ['Use at least two drawings in every paragraph.', 'Use at most two drawings in every paragraph.'],
    ['Give depths in metres with more than two decimals.', 'Give depths in metres with fewer than two decimals.'],
    ['Put the evidence before the conclusion.', 'Put the conclusion before the evidence.'],
    ['Put the evidence before the conclusion.', 'Put the evidence after the conclusion.'],
    ['Order the sightings from north to south.', 'Order the sightings from south to north.'],
    ['Use themes rather than authors as headings.', 'Use authors rather than themes as headings.'],
    ['Say how long the survey took.', 'Say how many the survey took.'],
    ['State the name of the observer.', 'State the opinion of the observer.'],
  ])('keeps apart %s and %s', async (one, other) => {
    expect(await groupsOf([one], [other])).toEqual([]);
  });

  it.each([
    ['Name the maker in the museum wall label.', 'Name the donor in the museum wall label.'],
    [
      'A museum wall label should say what the object was used for.',
      'Say in the museum wall label who made the object.',
    ],
  ])('keeps apart what only the kind of text has in common: %s and %s', async (one, other) => {
    expect(await groupsOf([one], [other], undefined, 'Write a museum wall label')).toEqual([]);
  });

  it.each([
    ['State the price.', 'Name the price in the report.'],
    ['Avoid the jargon of lawyers.', 'Do not use any jargon of lawyers.'],
    ['Use the language of speech.', 'Use the language of speech: contractions, pauses.'],
    ['Use no more than eighty words.', 'Keep the report to at most 80 words.'],
    ['Keep the report below 80 words.', 'Do not write more than 80 words.'],
    ['Use 80 words or fewer.', 'Keep the report under eighty words.'],
    ['Mention the donor in the opening sentence.', 'Name the donor in the first sentence.'],
    ['In the last line, name the price.', 'State the price in the last line.'],
  ])('joins few words that are the same, or are only added to: %s and %s', async (one, other) => {
    expect(await groupsOf([one], [other])).toMatchObject([{ text: one }]);
  });

  it.each([
    ['Write nothing over 600 words.', 'Write over 600 words.'],
    ['Use neither jargon nor slang terms.', 'Use jargon and slang terms.'],
    ['Mention none of the debts and quarrels.', 'Mention the debts and quarrels.'],
    ['Leave the date of death out.', 'Include the date of death.'],
    ['Do not omit the date of death.', 'Omit the date of death.'],
    ['Hardly use adjectives with strong colours.', 'Use adjectives with strong colours.'],
    ['Say who planted the oldest tree unless it is a secret.', 'Say who planted the oldest tree.'],
    ['Mention only the first wife of the founder.', 'Mention the first wife of the founder.'],
    ['Refuse any long praise of the doctors.', 'Include long praise of the doctors.'],
  ])('never joins opposites, or a rule with its exception: %s and %s', async (one, other) => {
    expect(await groupsOf([one], [other])).toEqual([]);
  });

  it('words a group by what can become a criterion, however short the others are', async () => {
    const usable = 'List the warning signs of the wound, and say whom to call.';
    const ofPage = 'List the warning signs of the wound here.';
    expect(await groupsOf([usable], [ofPage])).toMatchObject([{ text: usable }]);
  });

  it('keeps apart what the quotes do not agree on', async () => {
    const same = 'Label the axes of each chart.';
    expect(
      await groupsOf([same], [same], ['Label the axes of each chart.', 'Everybody likes a good map of the coast.']),
    ).toEqual([]);
  });

  it('groups within one side too, and does not depend on the order', async () => {
    const texts = [
      'State the price in the first line.',
      'State the price in the first line, plainly.',
      'Thank the host.',
    ];
    const [group] = await groupsOf(texts, []);
    const [reversed] = await groupsOf([], [...texts].reverse());
    expect(group?.pointIds).toHaveLength(2);
    expect(reversed?.text).toBe(group?.text);
  });
});
