import { join } from 'node:path';
import Database from 'libsql';
import type { OpenOptions } from '../../src/store/sql/connection.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import type { Shared } from './shared-contract.ts';

export async function sharedSqlite(options: OpenOptions = {}): Promise<Shared> {
  const path = join(await temporaryFolder(), 'new', 'store.sqlite');
  return {
    address: path,
    open: () => openSqliteStore(path, testRun().clock, undefined, options),
    query: async (sql) => {
      const database = new Database(path);
      const statement = database.prepare(sql);
      const rows = statement.reader ? statement.all() : [statement.run()];
      database.close();
      return rows;
    },
  };
}
