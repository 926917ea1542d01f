import { describe, expect, it } from 'vitest';
import { unwrappedLines } from '../../src/text/line-breaks.ts';

const unwrapped = (text: string) => unwrappedLines(text, () => true);

describe('a line', () => {
  it.each(['\n', ' \n', '\u00a0\n', '\r', '\r\n  '])('goes on after a line break: %j', (lineBreak) => {
    expect(unwrapped(`at most${lineBreak}200 words`)).toEqual(['at most 200 words']);
  });

  it.each(['i. e. so', '200 words', 'Ann says so', 'so: this', '-based'])('goes on in the next one: %s', (next) => {
    expect(unwrapped(`a,\n${next}`)).toEqual([`a, ${next}`]);
  });

  it.each([
    'a) b',
    '(a) b',
    'b. b',
    'ii) b',
    'iv. b',
    '1. b',
    '2) b',
    '- b',
    '-',
    '• b',
    'o\tb',
    '> b',
    '# b',
    'Topic: b',
    '',
  ])('stays apart from what starts a line: %j', (next) => {
    expect(unwrapped(`a,\n${next}`)).toEqual(['a,', next]);
  });

  it.each(['', '# a', 'a.', 'a:', 'a.)', '“a.”', '„a.“', "'a!'", '**a?**'])('ends with its sentence: %j', (line) => {
    expect(unwrapped(`${line}\nb`)).toEqual([line, 'b']);
  });
});
