import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import { commandLines, wrapLines } from '../../src/report/wrap.ts';

/** As a shell reads them: a backslash at the end of a line takes the line break with it. */
const asTyped = (lines: readonly string[]) => lines.join('\n').replaceAll(/ \\\n +/gu, ' ');

it('puts a command that does not fit beside its label on a line of its own', () => {
  const command = 'npx groundrule audit cs_544545a558ca45d418632746';
  const text = `What each criterion rests on: ${command}`;
  expect(wrapLines(text, 60, [command])).toBe(`What each criterion rests on:\n${command}`);
  expect(asTyped(wrapLines(text, 30, [command]).split('\n').slice(1))).toBe(command);
});

it('breaks an example between its words alone, so that it can be pasted', () => {
  const command = `$ echo "Write a 'short' toast" | npx groundrule discover --library ~/guides --top 5 --out -`;
  const example = `  ${command}`;
  for (let width = 24; width <= 100; width += 1) {
    const lines = wrapLines(example, width, [command]).split('\n');
    expect(asTyped(lines)).toBe(example);
    expect(lines.every((line) => line.length <= width || !line.trim().replace(/ \\$/u, '').includes(' -'))).toBe(true);
  }
  expect(wrapLines(example, 60, [command])).toBe(
    `  $ echo "Write a 'short' toast" | npx groundrule discover \\\n      --library ~/guides --top 5 --out -`,
  );
});

it('keeps what a shell reads as one word on one line', () => {
  const words = [
    'npx',
    String.raw`'it'\''s "a  name"'`,
    String.raw`a\ b`,
    String.raw`"a \" b"`,
    "'two\nlines'",
    '"open',
  ];
  const command = words.join(' ');
  expect(commandLines(command, 3)).toEqual(
    words.map((word, at) => `${at && '    '}${word}${at < 5 ? ' \\' : ''}`.replace(/^0/u, '')),
  );
  expect(commandLines(command)).toEqual([command]);
});

describe('a text', () => {
  const lines = fc.array(
    fc.constantFrom(
      ...[
        'he',
        'wrote:',
        'groundrule',
        'npx',
        '$',
        ' ',
        '  ',
        '\n',
        '"',
        "'",
        '\\',
        '王女士',
        'Examples:',
        'model',
        '–',
      ],
    ),
    { maxLength: 60 },
  );
  it('is prose, whatever stands in it: the words that come out are those that went in', () => {
    fc.assert(
      fc.property(lines, fc.integer({ min: 24, max: 60 }), (parts, width) => {
        const text = parts.join(' ');
        const shown = wrapLines(text, width);
        expect(shown.trim().split(/\s+/u)).toEqual(text.trim().split(/\s+/u));
        expect(shown.split('\n').length).toBeGreaterThanOrEqual(text.split('\n').length);
        for (const line of shown.split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });

  it('keeps its paragraphs apart where blanks stand between them, and is indented by half a line at most', () => {
    expect(
      wrapLines(`one\n${' '.repeat(100)}\ntwo`, 40)
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual(['one', '', 'two']);
    const title = wrapLines(`${' '.repeat(38)}What the letter should say`, 40).split('\n');
    expect(title.join('\n')).toBe(`${' '.repeat(20)}What the letter\n${' '.repeat(20)}should say`);
  });
});

it('goes on beneath the text that stands beside a term', () => {
  expect(wrapLines('  model     OPENAI_API_KEY, and another', 30)).toBe(
    '  model     OPENAI_API_KEY,\n            and another',
  );
});

it('breaks a path behind a folder, and a name only where it is longer than the line', () => {
  expect(wrapLines('drafts/of-2026/a-long-draft-name.md', 24)).toBe('drafts/of-2026/\na-long-draft-name.md');
  expect(wrapLines('drafts/a-long-draft-name.md', 14)).toBe('drafts/a-long-\ndraft-name.md');
});

it('breaks a long text without spaces into full lines', () => {
  const lines = wrapLines('漢'.repeat(1_234), 80).split('\n');
  expect(lines.map((line) => line.length)).toEqual([...Array<number>(30).fill(40), 34]);
});
