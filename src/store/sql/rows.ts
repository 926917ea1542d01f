/** Rows of the store, as their schemas read them. */
import { z, type ZodType } from 'zod';
import { GroundruleError, UnavailableError } from '../../domain/errors.ts';
import type { Connection } from './connection.ts';
import type { Sql } from './sql.ts';

export const Json = z.string().transform((text) => JSON.parse(text) as unknown);

export function readingRows({ location, read }: Pick<Connection, 'location' | 'read'>) {
  /** @param name of what is read, for messages @throws UnavailableError where a row is not what it should be */
  const rowAs = <Row>(schema: ZodType<Row>, name: string, row: unknown): Row => {
    try {
      return schema.parse(row);
    } catch (cause) {
      // What a newer version wrote says so itself.
      if (cause instanceof GroundruleError) throw cause;
      throw new UnavailableError(
        `The store ${location} holds ${name} in a form that cannot be read: it is damaged, or another version wrote it.`,
        { advice: 'Use a copy of the store, or name another one with --store.', cause },
      );
    }
  };
  // Not by a schema of lists: to make one takes as long as to read a row.
  const rowsAs = async <Row>(schema: ZodType<Row>, name: string, statement: Sql): Promise<readonly Row[]> =>
    (await read(statement)).map((row) => rowAs(schema, name, row));
  const firstAs = async <Row>(schema: ZodType<Row>, name: string, statement: Sql): Promise<Row | null> =>
    (await rowsAs(schema, name, statement))[0] ?? null;
  return { rowAs, rowsAs, firstAs };
}
