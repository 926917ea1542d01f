/** docs/coverage.md: what it counts is what its rows say, and what it points to is there. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..', '..');
const text = await readFile(join(root, 'docs/coverage.md'), 'utf8');
const cellsOf = (row: string) =>
  row
    .split(/(?<!\\)\|/u)
    .slice(1, -1)
    .map((cell) => cell.trim());

it('counts the rows of each paper as they stand', () => {
  const papers = text
    .split(/^## /mu)
    .filter((part) => /^\| 1 \|/mu.test(part))
    .map((part) => {
      const rows = part
        .split('\n')
        .filter((line) => /^\| \d/u.test(line))
        .map(cellsOf);
      expect(rows.map(([number]) => Number(number))).toEqual(rows.map((_, at) => at + 1));
      const verdicts = rows.map(([, , , here]) => here);
      const counts = ['works', '**in part**', '**not**'].map((word) => verdicts.filter((here) => here === word).length);
      return [part.split('\n')[0] ?? '', rows.length, ...counts] as const;
    });
  const all = [1, 2, 3, 4].map((at) => papers.reduce((sum, counts) => sum + Number(counts[at]), 0));
  expect(all[0]).toBe(184);
  expect(all.slice(1).reduce((sum, count) => sum + count, 0)).toBe(184);
  for (const counts of [...papers, ['all', ...all]]) expect(text).toContain(`| ${counts.join(' | ')} |`);
});

it('points to tests, prompts and experiments that are there', async () => {
  const ready = new Set(await readdir(join(root, 'examples/experiments')));
  const named = [...text.matchAll(/`([^`\s]+)`/gu)].map(([, name = '']) => name);
  const experiments = named.filter((name) => /^[a-z][\w-]*\.yaml$/u.test(name));
  expect(experiments.length).toBeGreaterThan(30);
  expect(experiments.filter((name) => !ready.has(name))).toEqual([]);
  for (const path of named.filter((name) => /^(?:test|prompts)\/./u.test(name)))
    expect((await stat(join(root, path))).isFile(), path).toBe(true);
});
