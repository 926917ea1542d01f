import { expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { fillTemplate } from '../../src/data/fill-template.ts';

it('puts in what the row has at a place, several values as a list, and refuses a row that has nothing there', () => {
  const fields = { plot: 'A storm.', people: [{ name: 'Ada' }, { name: 'Bo' }], pages: 2, empty: ' ' };
  expect(fillTemplate('{plot} With {people.*.name}, {pages} pages.', fields, 'row 1')).toBe(
    'A storm. With Ada, Bo, 2 pages.',
  );
  for (const place of ['empty', 'gone'])
    expect(() => fillTemplate(`On {${place}}`, fields, 'row 1')).toThrow(InputError);
});
