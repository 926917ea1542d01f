import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import type { OpenOptions } from '../../src/store/sql/connection.ts';
import { raw } from '../../src/store/sql/sql.ts';
import { hasPostgres, START_MS, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { clockContract, TABLE_CLOCK } from './clock-contract.ts';
import { storeContract } from './contract.ts';
import { processesContract } from './processes-contract.ts';
import { sharedStoreContract, type Shared } from './shared-contract.ts';

/** Of all that a store wrote but the version of its schema. */
const EMPTY = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'groundrule' and tablename <> 'schema_version' loop
    execute format('delete from groundrule.%I', name);
  end loop;
end $$`;

describe.skipIf(!hasPostgres)('the PostgreSQL store', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, START_MS);
  afterAll(() => server.close());

  async function shared(given: OpenOptions = {}): Promise<Shared> {
    // As if it had run for long: leases outlive a start of the server.
    const options = { startedMs: raw('0'), ...given };
    const address = await server.makeDatabase();
    return { address, open: () => openPostgresStore(address, options), query: (sql) => server.query(address, sql) };
  }
  const restart = async (how: 'fast' | 'immediate') => {
    await server.stop(how);
    await server.start();
  };

  // A database takes .4 s of computing to make; each test closes its store, so that one database, emptied, does for all.
  let contracted: string | null = null;
  storeContract('PostgreSQL', async () => {
    if (contracted === null) contracted = await server.makeDatabase();
    else await server.query(contracted, EMPTY);
    return openPostgresStore(contracted);
  });
  sharedStoreContract('PostgreSQL', () => shared());
  clockContract(
    'PostgreSQL',
    async () => {
      const opened = await shared({ nowMs: TABLE_CLOCK });
      await (await opened.open()).close();
      return opened;
    },
    true,
  );
  processesContract('PostgreSQL', () => shared(), [
    { what: 'the server is started anew', happen: () => restart('fast') },
    { what: 'the server crashes', happen: () => restart('immediate') },
  ]);
});
