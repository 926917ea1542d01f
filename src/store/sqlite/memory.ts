/** A store that lives as long as the process: SQLite without a file. */
import Database from 'libsql';
import type { StorePort } from '../../domain/ports.ts';
import { openDatabase } from './open.ts';

export function createMemoryStore(): StorePort {
  return openDatabase(new Database(':memory:'), { location: 'memory', isNew: true, now: new Date() });
}
