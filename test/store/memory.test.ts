import Database from 'libsql';
import { createMemoryStore } from '../../src/store/sqlite/memory.ts';
import { openDatabase } from '../../src/store/sqlite/open.ts';
import { clockContract, TABLE_CLOCK } from './clock-contract.ts';
import { storeContract } from './contract.ts';

storeContract('memory', async () => createMemoryStore());
clockContract(
  'memory',
  async () => {
    const database = new Database(':memory:');
    return {
      open: async () =>
        openDatabase(database, { location: 'memory', isNew: true, now: new Date(), nowMs: TABLE_CLOCK }),
      query: async (sql) => database.exec(sql),
    };
  },
  false,
);
