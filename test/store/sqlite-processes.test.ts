import { processesContract } from './processes-contract.ts';
import { sharedSqlite } from './shared-sqlite.ts';

processesContract('SQLite', sharedSqlite);
