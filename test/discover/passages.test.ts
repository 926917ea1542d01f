import { expect, it } from 'vitest';
import { passageOf } from '../../src/discover/passages.ts';
import { pageOf } from '../engines/model/pages.ts';

const sentence =
  'Say what the problem was, why it mattered to people who never heard of it, which part of the work you did yourself, and what came of it in the end.';
const page = pageOf(['Opening words stand here.', '# Abstracts', `Be exact. ${sentence}`]);

function passageAround(words: string): string {
  const start = page.text.indexOf(words);
  return passageOf(page, { start, end: start + words.length });
}

it('shows a part of a sentence in the whole of it, below its heading', () => {
  const part = 'which part of the work you did yourself';
  expect(passageAround(part)).toBe(`[Abstracts] ${sentence.replace(part, `«${part}»`)}`);
});

it('shows of the neighbours of a short quote whole words, and nothing from above its heading', () => {
  expect(passageAround('Be exact.')).toMatch(/^\[Abstracts\] «Be exact.» Say what the problem was, why it mattered$/u);
});

it('adds nothing to a quote of a whole long sentence', () => {
  expect(passageAround(sentence)).toBe(`[Abstracts] «${sentence}»`);
});

it('leaves out of a long sentence what is far from the quote, and nothing of the quote', () => {
  const part = 'which part of the work you did yourself';
  const start = page.text.indexOf(part);
  expect(passageOf(page, { start, end: start + part.length }, 20)).toBe(
    `[Abstracts] never heard of it, «${part}», and what came of`,
  );
});

it('shows the beginning of a heading that goes on and on', () => {
  const long = pageOf([`# ${'Abstracts '.repeat(500)}`, 'Be exact.']);
  const start = long.text.indexOf('Be exact.');
  expect(passageOf(long, { start, end: start + 9 })).toMatch(/^\[(?:Abstracts ){3,15}Abstracts…\] «Be exact\.»$/u);
});
