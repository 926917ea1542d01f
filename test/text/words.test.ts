import { expect, it } from 'vitest';
import { parseCheck } from '../../src/domain/parse-check.ts';
import { runCheck } from '../../src/judge/checks/run-check.ts';
import { wordCount, words } from '../../src/text/words.ts';

it.each([
  ['मुझे हिन्दी में एक पत्र लिखना है', 7],
  ['எனக்கு ஒரு கடிதம் எழுது', 4],
  ['שָׁלוֹם עוֹלָם', 2],
  ['naïve café résumé'.normalize('NFD'), 3],
  ["Don't pay 1.5 two-thirds – yet", 5],
])('marks belong to their letters: %s', (text, count) => {
  expect(words(text)).toHaveLength(count);
  expect(wordCount(text)).toBe(count);
});

it.each(['Name and/or date it—now, at https://a.example/b?c=1 … & more', 'मुझे हिन्दी में', '– …', ''])(
  'a limit on rows and a check of a response count the same: %s',
  async (text) => {
    expect((await runCheck(parseCheck(`words = ${wordCount(text)}`), text)).met).toBe(true);
  },
);
