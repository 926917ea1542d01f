/** Which plain wordings are recognised, as what, and which are left to a model. */
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Check } from '../../../src/domain/check.ts';
import { printCheck } from '../../../src/domain/print-check.ts';
import { recognizeCheck } from '../../../src/judge/checks/recognize-check.ts';
import { runCheck } from '../../../src/judge/checks/run-check.ts';

function recognised(wording: string): string | null {
  const found = recognizeCheck(wording);
  return found === null ? null : printCheck(found.rule);
}

describe('a plain wording', () => {
  it.each([
    ['The response has exactly 120 words.', 'words = 120'],
    ['At least one hundred and fifty words', 'words >= 150'],
    ['Does the answer have no fewer than 150 words?', 'words >= 150'],
    ['150 words or more', 'words >= 150'],
    ['Does the story have more than 90 words?', 'words >= 91'],
    ['The answer does not exceed 1,000 words.', 'words <= 1000'],
    ['Is the reply under 120 words?', 'words <= 119'],
    ['Does the summary stay within 50 words?', 'words <= 50'],
    ['The word count should not exceed 250.', 'words <= 250'],
    ['Is the length of the essay between 200 and 250 words?', 'words 200..250'],
    ['150–200 words', 'words 150..200'],
    ['Does the reply have at least 2 but no more than 4 sentences?', 'sentences 2..4'],
    ['The report is about 300 words long.', 'words 270..330'],
    ['Is the text written in a single paragraph?', 'paragraphs = 1'],
    ['There are exactly five bullet points.', 'bullets = 5'],
    ['Does the post contain three hashtags?', 'hashtags = 3'],
    ['The message includes an e-mail address.', 'email addresses >= 1'],
    ['No emojis are used.', 'emoji = 0'],
    ['The text contains no exclamation marks.', 'phrase "!" = 0'],
    ['Does the table have four columns?', 'table columns = 4'],
    ['Is the output valid JSON?', 'format json'],
    ['Is the reply formatted as a numbered list?', 'format numbered list'],
    ['The reply is written in Spanish.', 'language Spanish'],
    ['Is the headingless text in all capital letters?', 'case upper'],
    ["Contains the word 'soil'.", 'phrase "soil" >= 1'],
    ["Does it mention 'tea', 'milk' and 'sugar'?", 'all(phrase "tea" >= 1, phrase "milk" >= 1, phrase "sugar" >= 1)'],
    ['Does the text use “tea” or “milk”?', 'any(phrase "tea" >= 1, phrase "milk" >= 1)'],
    ["Avoids the words 'very' and 'really'.", 'all(phrase "very" = 0, phrase "really" = 0)'],
    ["The word 'sleep' appears at least three times.", 'phrase "sleep" >= 3'],
    ['The response begins with "Dear Ann".', 'starts with "Dear Ann"'],
    ['Does the letter end with the words "Kind regards"?', 'ends with "Kind regards"'],
    ['No sentence is longer than 20 words.', 'each(sentence, words <= 20)'],
    ['Does every paragraph have at most three sentences?', 'each(paragraph, sentences <= 3)'],
    ['Does the paper have the following sections: Methods, Results?', 'all(heading "methods", heading "results")'],
  ])('%s', (wording, check) => {
    expect(recognised(wording)).toBe(check);
    expect(recognizeCheck(wording)?.decides).toBe('all');
  });

  it.each([
    ['Does the list contain ten museums?', 'list items = 10'],
    ['Are the rows separated by ";"?', 'phrase ";" >= 1'],
  ])('of which only a part is counted can only be refused: %s', (wording, check) => {
    expect(recognised(wording)).toBe(check);
    expect(recognizeCheck(wording)?.decides).toBe('part');
  });
});

describe('left to a model', () => {
  it.each([
    ['a quality beside the number', 'The answer has at most 50 words and is persuasive.'],
    ['a part of the response', 'Does the introduction have at most 50 words?'],
    ['each of things that only a reader finds', 'Is each description between 50 and 75 words long?'],
    ['an exception', 'The answer is limited to 100 words, excluding the heading.'],
    ['things that are no unit', 'Does the generated text describe exactly three climate zones?'],
    ['people, not letters', 'Does the story have three characters?'],
    ['what is different', 'Does the post use five different hashtags?'],
    ['what quoted words are about', "Does the text explain the meaning of 'photosynthesis'?"],
    ['examples', 'Does the letter use placeholders such as "[date]"?'],
  ])('%s', (_what, wording) => {
    expect(recognised(wording)).toBeNull();
  });
});

const Wordings = z.array(
  z.union([
    z.object({
      wording: z.string(),
      countable: z.literal(true),
      meets: z.array(z.string()),
      misses: z.array(z.string()),
    }),
    z.object({ wording: z.string(), countable: z.literal(false) }),
  ]),
);
/** Authored without sight of the code; of each kind of wording one, with texts that meet it and that miss it. */
const wordings = Wordings.parse(JSON.parse(readFileSync(new URL('wordings.json', import.meta.url), 'utf8')));

describe('wordings written without sight of the patterns', () => {
  const countable = wordings.flatMap((entry) => {
    const check = recognizeCheck(entry.wording);
    return entry.countable && check !== null ? [{ ...entry, check }] : [];
  });

  it('are recognised often enough for the next test to tell something', () => {
    expect(countable.length).toBeGreaterThan(10);
  });

  it.each(countable)('are decided rightly where they are recognised: $wording', async ({ check, meets, misses }) => {
    for (const text of meets) expect(await runCheck(check.rule, text), text).toMatchObject({ met: true });
    for (const text of misses) expect(await runCheck(check.rule, text), text).toMatchObject({ met: false });
  });

  it('are left alone where they cannot be counted', () => {
    const others = wordings.filter((entry) => !entry.countable).map((entry) => entry.wording);
    expect(others.filter((wording) => recognizeCheck(wording) !== null)).toEqual([]);
  });
});

it('any text gives a check of the schema or none, and no error', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 120 }), (wording) => {
      const found = recognizeCheck(wording);
      if (found !== null) expect(Check.parse(found.rule)).toEqual(found.rule);
    }),
    { numRuns: 200 },
  );
});
