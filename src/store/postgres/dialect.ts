/** The words in which PostgreSQL differs from SQLite. */

/** Its tables are in a schema of their own, beside which a database may hold anything. */
export const SCHEMA = 'groundrule';

export const NOW_MS = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)';

export const STARTED_MS = 'cast(extract(epoch from pg_postmaster_start_time()) * 1000 as bigint)';

/** With `$1`, `$2`, … for `?`. */
export function toPostgres(sql: string): string {
  let parameters = 0;
  return sql.replaceAll('?', () => `$${(parameters += 1)}`);
}

/** Text is ordered by its bytes, as SQLite does, whatever the language of the database. */
const TYPES: Readonly<Record<string, string>> = {
  'integer primary key autoincrement': 'bigint generated always as identity primary key',
  integer: 'bigint',
  real: 'double precision',
  text: 'text collate "C"',
};

/** Of a migration. */
export function withTypes(sql: string): string {
  return sql.replace(/\b(?:integer primary key autoincrement|integer|real|text)\b/gu, (type) => TYPES[type] ?? type);
}
