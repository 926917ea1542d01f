/** What stands on a terminal: at any width nothing is lost, nothing is too wide, and no word breaks that fits. */
import { stripVTControlCharacters } from 'node:util';
import fc from 'fast-check';
import pc from 'picocolors';
import stringWidth from 'string-width';
import { describe, expect, it } from 'vitest';
import {
  command,
  left,
  lines,
  list,
  main,
  paint,
  plotted,
  right,
  section,
  table,
  verbatim,
} from '../../src/report/report.ts';
import type { Block, Inline } from '../../src/report/report.ts';
import { blocksToTerminal, toTerminal } from '../../src/report/terminal.ts';
import { layout } from './layout.ts';

const cell = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '-', '語', 'é', '█'), maxLength: 80 });
const WIDTHS = [24, 50, 80, 140, 200];

/** How often each letter of the cells is there; names of columns have none of them. */
const counts = (text: string) => ['a', 'b', '語', 'é', '█', '-'].map((letter) => text.split(letter).length - 1);
const widest = (text: string) => Math.max(...text.split('\n').map((line) => stringWidth(line)));

it('leaves no gap where a picture cannot be shown', () => {
  const series = [{ name: 'a', points: [{ x: 0, y: 1, interval: null }] }];
  const plot = plotted({ title: 'P', xTitle: 'x', yTitle: 'y', series });
  expect(blocksToTerminal([lines('before'), plot, lines('after')], layout(80))).toBe('before\n\nafter\n');
});

it('cuts a long title, as of a plan for a whole brief, and a long instruction', () => {
  const brief = 'Write about the train that came late. '.repeat(40);
  const shown = toTerminal({ title: brief, instruction: brief, blocks: [lines('below')] }, layout(80));
  expect(shown.split('\n').length).toBeLessThan(14);
  expect(shown).toMatch(/…\n/u);
});

it('breaks a command so that it can be pasted, and a text as prose, whatever stands in it', () => {
  const typed = 'npx groundrule experiment run paper.yaml --data tasks=rows.jsonl';
  const shown = blocksToTerminal([command(typed), verbatim(`He wrote: ${typed}`)], { ...layout(40), edge: 40 });
  expect(shown).toBe(`npx groundrule experiment run \\
    paper.yaml --data tasks=rows.jsonl

He wrote: npx groundrule experiment run
paper.yaml --data tasks=rows.jsonl
`);
});

it('gives tables with the same columns in one part the same widths', () => {
  const columns = [main<string>('Text', (text) => text), right<string>('n', () => '1')];
  const shown = (...texts: readonly string[]) => table(texts, columns);
  const lineEnds = blocksToTerminal([shown('a rather long text'), lines('below'), shown('short')], layout(80))
    .split('\n')
    .filter((line) => /[1n]$/u.test(line))
    .map((line) => stringWidth(line));
  expect(lineEnds).toHaveLength(4);
  expect(new Set(lineEnds).size).toBe(1);
});

it('gives them one column of first cells where rows are stacked, and measures each table once', () => {
  let asked = 0;
  const counted = (text: string) => ({
    get text() {
      asked += 1;
      return text;
    },
  });
  const columns = [
    left<string>('#', counted),
    main<string>('Text', () => 'words '.repeat(9)),
    left<string>('Path', () => 'x'.repeat(60)),
  ];
  const shown = (count: number) => Array.from({ length: count }, (_, at) => table([`c${10 ** (at % 3)}`], columns));
  const starts = blocksToTerminal(shown(3), layout(40))
    .split('\n')
    .filter((line) => line.includes('words words'));
  expect(new Set(starts.filter((line) => line.startsWith('c')).map((line) => line.indexOf('words')))).toEqual(
    new Set([6]),
  );
  const cost = (count: number) => {
    asked = 0;
    blocksToTerminal(shown(count), layout(40));
    return asked;
  };
  expect(cost(40)).toBe(4 * cost(10));
});

describe('a table', () => {
  const at = (index: number) => (row: readonly Inline[]) => row[index] ?? '';
  const columns = [left('#', at(0)), right('n', at(1)), main('Text', at(2)), main('Why', at(3)), left('From', at(4))];

  it('loses no character of any cell and stays within the width', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(99), fc.nat(99), cell, cell, cell), { minLength: 1, maxLength: 4 }),
        fc.constantFrom(...WIDTHS),
        (rows, width) => {
          const texts = rows.map((row) => row.map(String));
          const shown = blocksToTerminal([table(texts, columns)], layout(width));
          expect(widest(shown)).toBeLessThanOrEqual(width);
          expect(counts(shown)).toEqual(counts(texts.flat().join('')));
        },
      ),
    );
  });

  it('breaks no word that a line could hold', () => {
    const word = fc.string({ unit: fc.constantFrom('x', 'y'), minLength: 1, maxLength: 18 });
    const text = fc.array(word, { minLength: 1, maxLength: 20 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, fc.constantFrom(...WIDTHS), (one, other, width) => {
        const shown = blocksToTerminal(
          [table([['1', one, other]], [left('', at(0)), main('A', at(1)), left('B', at(2))])],
          layout(width),
        );
        const words = new Set(shown.split(/\s+/u));
        for (const each of `${one} ${other}`.split(' ')) expect(words).toContain(each);
      }),
    );
  });

  it('is stacked where columns would be too narrow to read', () => {
    const rows = [[paint.strong('1'), '9', 'a criterion of some words that go on', 'a reason of some words', '']];
    expect(blocksToTerminal([table(rows, columns)], layout(40))).toBe(
      '#  Text\n1  a criterion of some words that go\n   on\n   n: 9 · Why: a reason of some words\n',
    );
    expect(blocksToTerminal([table(rows, columns)], layout(80))).toMatch(/^#\s+n\s+Text\s+Why\s+From$/mu);
  });
});

describe('blocks', () => {
  it('carry paint over line breaks and leave no space at ends of lines', () => {
    const text = toTerminal(
      { title: 'T', blocks: [lines({ text: 'one two three four', tone: 'good' })] },
      { width: 10, colors: pc.createColors(true) },
    );
    expect(text).toContain('\u001b[32mone two\u001b[39m\n\u001b[32mthree four\u001b[39m\n');
    expect(stripVTControlCharacters(text)).not.toMatch(/ $/mu);
  });

  it('show an address whole on a line of its own, and nothing of what is empty', () => {
    const url = `https://a.example/${'path/'.repeat(20)}`;
    const item = { head: { text: 'A page', href: url }, blocks: [lines('read today')] };
    const blocks: Block[] = [section('Nothing', list([]), lines(null)), section('Pages', list([item]))];
    const text = toTerminal({ title: 'T', blocks }, layout(40));
    expect(text).toBe(`T\n\nPages\n\nA page\n    ${url}\n    read today\n`);
  });
});
