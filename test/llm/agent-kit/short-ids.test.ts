import { expect, it } from 'vitest';
import { shortIds } from '../../../src/llm/agent-kit/short-ids.ts';
import { growth, LINEAR } from '../../support/growth.ts';

const LETTERS = 'bcdfghjkmnpqrstvwxz'.split('');

it('are found for a text that has every id of three letters', () => {
  const text = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}1`))).join('');
  const [id = ''] = shortIds([{ id: 'x', text }]).shown.map(({ shortId }) => shortId);
  expect(id).toMatch(/^[a-z]{4,}1$/u);
  expect(text).not.toContain(id);
});

it('are read in capitals, and never for letters that only look so without regard to case', () => {
  const text = 'Is it warm, version 13?';
  const known = Array.from({ length: 60 }, (_, index) => shortIds([{ id: 'x', text: `${text} ${index}` }]));
  const ids = known.find(({ shown: [item] }) => item?.shortId.includes('k'));
  const [id = ''] = ids?.shown.map(({ shortId }) => shortId) ?? [];
  expect(ids?.itemOf(id.toUpperCase())?.id).toBe('x');
  expect(ids?.itemOf(id.replace('k', '\u212A'))).toBeUndefined();
});

it('are checked in time that grows with the rows', async () => {
  const items = Array.from({ length: 16_000 }, (_, index) => ({ id: `i${index}`, text: 'x' }));
  const ids = shortIds(items);
  const rows = ids.shown.map(({ shortId }) => ({ id: shortId }));
  const check = (count: number) => [
    ids.problems(rows.slice(0, count), count),
    ids.valuesById(rows.slice(0, count), (row) => row),
  ];
  expect(await growth(check, 16_000)).toBeLessThan(LINEAR);
});
