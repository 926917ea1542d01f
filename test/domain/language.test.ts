import { data } from 'franc-min/data.js';
import { expressions } from 'franc-min/expressions.js';
import { expect, it } from 'vitest';
import { LANGUAGES, languageOf } from '../../src/domain/language.ts';

it('names each language once, and only such as pages can be told to be in', () => {
  const recognised = new Set([
    ...Object.values(data).flatMap((byCode) => Object.keys(byCode)),
    ...Object.keys(expressions),
  ]);
  for (const { iso6393 } of LANGUAGES) expect(recognised, iso6393).toContain(iso6393);
  expect(new Set(LANGUAGES.map(({ tag }) => tag)).size).toBe(LANGUAGES.length);
});

it.each([
  ['de', 'German'],
  ['DEU', 'German'],
  ['pt-BR', 'Portuguese'],
  [' zh_Hant ', 'Chinese'],
  ['xx', undefined],
  ['', undefined],
  ['german', undefined],
])('%j is %s', (code, name) => {
  expect(languageOf(code)?.name).toBe(name);
});
