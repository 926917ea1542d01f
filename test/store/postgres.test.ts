import { afterAll, beforeAll, describe } from 'vitest';
import { openPostgresStore } from '../../src/store/postgres/open.ts';
import { hasPostgres, START_MS, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { storeContract } from './contract.ts';
import { sharedStoreContract } from './shared-contract.ts';

describe.skipIf(!hasPostgres)('the PostgreSQL store', () => {
  let server: PostgresServer;
  beforeAll(async () => {
    server = await startPostgres();
  }, START_MS);
  afterAll(() => server.close());

  storeContract('PostgreSQL', async () => openPostgresStore(await server.makeDatabase()));

  sharedStoreContract('PostgreSQL', async () => {
    const address = await server.makeDatabase();
    return {
      open: () => openPostgresStore(address),
      query: (sql) => server.query(address, sql),
    };
  });
});
