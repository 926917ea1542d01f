import { expect, it } from 'vitest';
import { wrapLines } from '../../src/report/wrap.ts';

it('puts a command that does not fit beside its label on a line of its own', () => {
  const command = 'npx groundrule audit cs_544545a558ca45d418632746';
  expect(wrapLines(`What each criterion rests on: ${command}`, 60)).toBe(`What each criterion rests on:\n${command}`);
});

it('breaks an example between its words alone, so that it can be pasted', () => {
  const example = '  $ echo "Write a \'short\' toast" | npx groundrule discover --library ~/guides --top 5 --out -';
  for (let width = 24; width <= 100; width += 1) {
    const lines = wrapLines(example, width).split('\n');
    // As a shell reads them, and as it reads one line.
    expect(lines.join('\n').replaceAll(/ \\\n +/gu, ' ')).toBe(example);
    expect(lines.every((line) => line.length <= width || !line.trim().replace(/ \\$/u, '').includes(' -'))).toBe(true);
  }
  expect(wrapLines(example, 60)).toBe(
    `  $ echo "Write a 'short' toast" | npx groundrule discover \\\n      --library ~/guides --top 5 --out -`,
  );
  expect(wrapLines('  $ 5 was paid for a rather long draft', 24)).not.toContain('\\');
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
