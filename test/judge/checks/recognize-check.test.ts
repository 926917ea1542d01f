import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CodeCheck } from '../../../src/judge/checks/code-check.ts';
import { recognizeCheck } from '../../../src/judge/checks/recognize-check.ts';

const { countable: VARIANTS, notCountable: TRAPS } = z
  .object({ countable: z.array(z.string()), notCountable: z.array(z.string()) })
  .parse(JSON.parse(readFileSync(new URL('wordings.json', import.meta.url), 'utf8')));

const words = (min: number | null, max: number | null): CodeCheck => ({
  kind: 'count',
  of: { what: 'word' },
  place: { where: 'response' },
  bound: { min, max },
});
const phrase = (said: string, min: number | null, max: number | null): CodeCheck => ({
  kind: 'count',
  of: { what: 'phrase', phrase: said },
  place: { where: 'response' },
  bound: { min, max },
});

describe('quantities', () => {
  it.each([
    ['The response has exactly 120 words.', words(120, 120)],
    ['At least one hundred and fifty words', words(150, null)],
    ['No fewer than 150 words are used.', words(150, null)],
    ['150 words or more', words(150, null)],
    ['More than 90 words', words(91, null)],
    ['The answer does not exceed 1,000 words.', words(null, 1000)],
    ['Keep it under 120 words.', words(null, 119)],
    ['Limit the answer to 100 words.', words(null, 100)],
    ['Does the summary stay within 50 words?', words(null, 50)],
    ['Maximum length: 120 words', words(null, 120)],
    ['The word count should not exceed 250.', words(null, 250)],
    ['Is the story between two hundred and 250 words long?', words(200, 250)],
    ['150–200 words', words(150, 200)],
    ['Does the answer have more than 100 but fewer than 150 words?', words(101, 149)],
    ['Is the reply about a hundred words long?', words(90, 110)],
    ['The text has 200 words (±5 %).', words(190, 210)],
    ['The reply has two, three or four words.', words(2, 4)],
    ["The word 'new' appears at most twice.", phrase('new', null, 2)],
    ['Is “green” found two or more times?', phrase('green', 2, null)],
    ['There must not be more than 200 words.', words(null, 200)],
    ['The reply must not run past the 80-word mark.', words(null, 80)],
    ['The text has fewer words than 50.', words(null, 49)],
    ['Mentions Oslo.', phrase('Oslo', 1, null)],
    ['Does “data” never appear?', phrase('data', null, 0)],
  ])('%s', (wording, check) => {
    expect(recognizeCheck(wording)).toEqual(check);
  });
});

describe('joined demands', () => {
  it('must all be met', () => {
    expect(recognizeCheck('Between 100 and 150 words and in two paragraphs.')).toMatchObject({
      kind: 'several',
      bound: { min: 2, max: null },
      checks: [{ of: { what: 'word' } }, { of: { what: 'paragraph' }, bound: { min: 2, max: 2 } }],
    });
  });

  it('may stand in a list', () => {
    expect(
      recognizeCheck('The reply has at most 50 words, mentions "refund" and has no commas.'),
    ).toMatchObject({
      checks: [words(null, 50), phrase('refund', 1, null), { of: { name: 'comma' } }],
    });
  });

  it('of absent things exclude each of them', () => {
    for (const wording of [
      'No bullet points or numbered lists are used.',
      'The text uses no bullet points and no numbered lists.',
      'Does the reply avoid bullet points and numbered lists?',
    ])
      expect(recognizeCheck(wording), wording).toMatchObject({
        checks: [{ bound: { min: null, max: 0 } }, { bound: { min: null, max: 0 } }],
        bound: { min: 2, max: null },
      });
  });

  it('of words: all, any, none or some', () => {
    const bound = (wording: string): unknown => recognizeCheck(wording);
    expect(bound("Mentions 'tea', 'milk' and 'sugar'.")).toMatchObject({ bound: { min: 3, max: null } });
    expect(bound("Either 'tea' or 'milk' is mentioned.")).toMatchObject({ bound: { min: 1, max: null } });
    expect(bound("Contains one of the words 'tea' and 'milk'.")).toMatchObject({
      bound: { min: 1, max: null },
    });
    expect(bound("At least two of 'tea', 'milk' and 'sugar' occur.")).toMatchObject({
      bound: { min: 2, max: null },
    });
    expect(bound("Neither 'tea' nor 'milk' is mentioned.")).toMatchObject({
      checks: [phrase('tea', null, 0), phrase('milk', null, 0)],
    });
  });
});

describe('a demand that is said twice', () => {
  it.each([
    ['Plain text: no Markdown such as headings or bold.', 'No Markdown.'],
    ['Has exactly three hashtags, like #fun.', 'Has exactly three hashtags.'],
    ['Contains a percentage (like 45%).', 'Contains a percentage.'],
    ['No emojis (not even in headings).', 'No emojis.'],
    ['The answer is in German (not English).', 'The answer is in German.'],
    ['Ends by asking the reader something: the last character is a question mark.', 'Ends with a question.'],
  ])('is the one: %s', (wording, once) => {
    expect(recognizeCheck(wording)).toEqual(recognizeCheck(once));
    expect(recognizeCheck(once)).not.toBeNull();
  });
});

describe('any way of saying it', () => {
  const read = VARIANTS.map((wording) => ({ wording, check: recognizeCheck(wording) }));

  it('is read in at least 9 of 10 cases', () => {
    const missed = read.flatMap(({ wording, check }) => (check === null ? [wording] : []));
    expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(VARIANTS.length * 0.1);
  });

  it('gives a check of the schema', () => {
    for (const { check } of read) if (check !== null) expect(CodeCheck.parse(check)).toEqual(check);
  });
});

describe('what can be read in two ways', () => {
  it.each([
    'The answer is limited to 100 words, excluding the heading.',
    'Not counting the title, the text has 100 words.',
    'Answer with "yes" or "no".',
    'Aim for 200 words.',
    'The table contains a column named "Price".',
    'The text is in bold.',
    "The words 'apple' and 'pear' appear and are in capital letters.",
    'Selects one of the options A, B or C.',
    'The body of the letter has at most 50 words.',
  ])('is left alone: %s', (wording) => {
    expect(recognizeCheck(wording)).toBeNull();
  });
});

describe('what is not only countable', () => {
  it.each(TRAPS)('%s', (wording) => {
    expect(recognizeCheck(wording)).toBeNull();
  });

  it('is left alone when a quality is joined to any countable demand', () => {
    // Every third is enough to find a rule that lets a quality through, and keeps this quick.
    const plain = VARIANTS.filter((wording, at) => at % 3 === 0 && !/[":]|'/u.test(wording)).map((wording) =>
      wording.replace(/[.?]$/u, ''),
    );
    const read = plain.filter((wording) => recognizeCheck(`${wording} and is persuasive`) !== null);
    expect(read).toEqual([]);
  });
});

describe('any text', () => {
  it('is read without an error', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (wording) => {
        expect(() => recognizeCheck(wording)).not.toThrow();
      }),
      { numRuns: 200 },
    );
  });

  it('is read in time that does not explode with what it joins', () => {
    const wording = `The response has ${Array.from({ length: 25 }, () => 'no commas').join(' and ')} and charm.`;
    expect(recognizeCheck(wording)).toBeNull();
  }, 5_000);
});
