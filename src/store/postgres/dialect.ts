/** How PostgreSQL writes what SQLite writes otherwise. */
import { sql } from '../sql/sql.ts';

/** Its tables are in a schema of their own, beside which a database may hold anything. */
export const SCHEMA = 'groundrule';

export const NOW_MS = sql`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

export const STARTED_MS = sql`cast(extract(epoch from pg_postmaster_start_time()) * 1000 as bigint)`;
