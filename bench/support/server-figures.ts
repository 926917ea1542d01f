/** What a PostgreSQL server has done for one database since it began: transactions, bytes, computing time. */
import { z } from 'zod';
import type { PostgresServer } from '../../test/support/postgres.ts';
import { cpuMsOf } from './cpu-of-process.ts';

const ServerRow = z.object({ pid: z.coerce.number(), transactions: z.coerce.number(), bytes: z.coerce.number() });

export async function serverFigures(store: string, server: PostgresServer) {
  const [row] = await server.query(
    store,
    `select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid, xact_commit as transactions, pg_database_size(current_database()) as bytes
     from pg_stat_database where datname = current_database()`,
  );
  const { pid, ...figures } = ServerRow.parse(row);
  return { ...figures, cpuMs: cpuMsOf(pid) };
}
