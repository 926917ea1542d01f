/** Databases on the one PostgreSQL server of this run, which nobody may stop. It starts when the first test asks for it. */
import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { databasesAt, type Databases } from './postgres.ts';

export async function sharedPostgres(): Promise<Databases> {
  const answer = await fetch(inject('postgresUrl'));
  const text = await answer.text();
  if (!answer.ok) throw new Error(text);
  return databasesAt(Number(text), `store_${randomBytes(4).toString('hex')}`);
}
