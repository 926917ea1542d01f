import { expect, it } from 'vitest';
import { shortIds } from '../../../src/llm/agent-kit/short-ids.ts';

const LETTERS = 'bcdfghjkmnpqrstvwxz'.split('');

it('are found for a text that has every id of three letters', () => {
  const text = LETTERS.flatMap((a) => LETTERS.flatMap((b) => LETTERS.map((c) => `${a}${b}${c}1`))).join('');
  const [id = ''] = shortIds([{ id: 'x', text }]).shown.map(({ shortId }) => shortId);
  expect(id).toMatch(/^[a-z]{4,}1$/u);
  expect(text).not.toContain(id);
});
