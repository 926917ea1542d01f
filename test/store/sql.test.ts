/** The template of the store's statements. */
import { expect, it } from 'vitest';
import { join, raw, sql, textOf } from '../../src/store/sql/sql.ts';

it('binds every value, and makes parts that are SQL a part of the statement', () => {
  const condition = sql`owner = ${'a?b'} and ${join([sql`status in (${join(['x', 'y'], ', ')})`, sql`true`], ' and ')}`;
  const statement = sql`select ${raw('id')} from jobs where ${condition} limit ${3}`;
  expect(textOf(statement, (number) => `$${number}`)).toBe(
    'select id from jobs where owner = $1 and status in ($2, $3) and true limit $4',
  );
  expect(textOf(statement, () => '?')).toBe(
    'select id from jobs where owner = ? and status in (?, ?) and true limit ?',
  );
  expect(statement.values).toEqual(['a?b', 'x', 'y', 3]);
});

it('is the same text for parts that stand first, last, or beside each other', () => {
  const a = sql`a = ${1}`;
  expect(textOf(sql`${a}${a} ${2}`, (number) => `$${number}`)).toBe('a = $1a = $2 $3');
  expect(sql`${a}${a} ${2}`.values).toEqual([1, 1, 2]);
  expect(textOf(join([], ', '), () => '?')).toBe('');
});

it('says of a statement whether a list of any length is in it', () => {
  expect(sql`select json from kept where kind = ${'a'}`.hasList).toBe(false);
  const list = sql`key in (${join(['x'], ', ')})`;
  expect(list.hasList).toBe(true);
  expect(sql`select json from kept where kind = ${'a'} and ${list}`.hasList).toBe(true);
});
