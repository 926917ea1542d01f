import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { statedDemandsOf } from '../../src/discover/stated-demands.ts';

const textsOf = (instruction: string): string[] => statedDemandsOf(instruction).map(({ text }) => text);

describe('what an instruction states plainly', () => {
  it('is each sentence with a bound on a measure or words to use, in its own words', () => {
    const instruction =
      'Write a product text for owners. Keep it under 150 words. Include the keywords solar and "rebate".';
    expect(textsOf(instruction)).toEqual([
      'The response should be as the instruction says: “Keep it under 150 words”.',
      "The response should be as the instruction says: “Include the keywords solar and 'rebate'”.",
    ]);
    expect(textsOf('Write under 150 words and include the keywords solar and roof')).toHaveLength(1);
  });

  it.each([
    'Write a wedding toast, max 100 words, funny',
    'Write a toast (max. 100 words)',
    'Write a toast, 100 words max',
    'Answer in min. 3 paragraphs',
    'Answer with a maximum of 2 pages',
  ])('is a bound in short, too: %s', (sentence) => {
    expect(textsOf(sentence)).toEqual([`The response should be as the instruction says: “${sentence}”.`]);
  });

  it.each([
    'Do not use words like synergy or leverage',
    'Avoid using the words delve and tapestry',
    'Never go under 150 words',
    'The response must not have between 100 and 200 words',
    'Write a review of a novel of at least 300 pages',
  ])('is never the contrary of a sentence, nor said of another text: %s', (sentence) => {
    expect(textsOf(`Be kind. ${sentence}. Thank you.`)).toEqual([
      `The response should be as the instruction says: “${sentence}”.`,
    ]);
  });

  it('is whole where lines are broken by hand', () => {
    const instruction = 'Write a notice.\nNot more than 150 words,\n  friendly but honest.\nSay why:\nflour is dear';
    expect(textsOf(instruction)).toEqual([
      'The response should be as the instruction says: “Not more than 150 words, friendly but honest”.',
    ]);
    const listed = 'Write a poem.\na) at least 200 words,\nb) at most 3 stanzas,\nc) use the word sea';
    expect(textsOf(listed)).toHaveLength(3);
    const lines = 'write a post about my bakery\nuse no more than 200 words\nbe funny';
    expect(textsOf(lines)).toEqual(['The response should be as the instruction says: “use no more than 200 words”.']);
  });

  const LETTER = 'Please write a friendly letter to the town council';

  it.each([
    [`${LETTER}, in no more`, 'than 200 words'],
    [`${LETTER}, up to`, '200 words'],
    [`${LETTER}, 200 words`, 'or less'],
    ['Write to the council, briefly,', 'i. e. in no more than 200 words'],
  ])('is whole where a line is broken within it: %s', (line, next) => {
    for (const lineBreak of ['\n', ' \n', '\r'])
      expect(textsOf(`${line}${lineBreak}${next}.`)).toEqual([
        `The response should be as the instruction says: “${line} ${next}”.`,
      ]);
  });

  it.each([
    ['write a post about my new bakery in Graz', 'use no more than 200 words'],
    [`${LETTER} (it is new there.)`, 'use no more than 200 words'],
    [`${LETTER} of our village`, 'Use no more than 200 words'],
  ])('begins with a line that continues none: %s', (line, next) => {
    expect(textsOf(`${line}\n${next}`)).toEqual([`The response should be as the instruction says: “${next}”.`]);
  });

  it('is nothing where the instruction only names its task', () => {
    expect(textsOf('Write discharge instructions for a hip patient')).toEqual([]);
    expect(textsOf('Write about the words that 150 people used in 1990 for over 20 years')).toEqual([]);
  });

  it('never says what the instruction does not', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.oneof(
              fc.string({ maxLength: 20 }),
              fc.constantFrom('under 150 words', 'at least 3 paragraphs', 'use the words sun and moon', '.'),
            ),
            fc.constantFrom(' ', '\n', ' \n', ',\n'),
          ),
          { maxLength: 8 },
        ),
        (parts) => {
          const instruction = parts.flat().join('');
          const plain = (text: string): string => text.replaceAll(/["“”'\s]+/gu, '');
          for (const { text } of statedDemandsOf(instruction)) {
            const [, quoted = ''] = /“(.*)”/su.exec(text) ?? [];
            expect(plain(quoted)).not.toBe('');
            expect(plain(instruction)).toContain(plain(quoted));
          }
        },
      ),
    );
  });
});
