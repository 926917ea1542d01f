/** What an instruction bounds in so many words is checked; what is not plain is no bound. */
import { expect, it } from 'vitest';
import { printCheck } from '../../../src/domain/print-check.ts';
import { statedLengths } from '../../../src/judge/checks/stated-length.ts';

it.each([
  ['Write a cover letter of at most 300 words for a nurse.', 'words <= 300'],
  ['Compose a description (no more than two hundred words) of a mug.', 'words <= 200'],
  ['Compose an essay. Length: 600-800 words.', 'words 600..800'],
  ['Write a 500-word blog post about tea.', 'words 450..550'],
  ['Summarise the article in two sentences.', 'sentences = 2'],
  ['Write a note. It must not exceed 280 characters.', 'characters <= 280'],
])('%s: %s', (instruction, length) => {
  expect(statedLengths({ instruction, context: null }).map(printCheck)).toEqual([length]);
});

it.each([
  'Write a short professional email.',
  'Shorten this 2000-word text.',
  'Write a poem in which each stanza has at most 4 lines.',
  'Write a headline of at most 8 words and a body of at most 200 words.',
  'Write about three words that changed the world.',
  'Write a speech of about 3 minutes.',
])('%s: no bound', (instruction) => {
  expect(statedLengths({ instruction, context: null })).toEqual([]);
});
