import { statSync } from 'node:fs';
import { copyFile, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import Database from 'libsql';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { SQLITE_MIGRATIONS } from '../../src/store/sql/migrations.ts';
import { APPLICATION_ID } from '../../src/store/sqlite/inspect-file.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { clockContract, TABLE_CLOCK } from './clock-contract.ts';
import { storeContract } from './contract.ts';
import { samplePage, sampleSet } from './samples.ts';
import { sharedStoreContract } from './shared-contract.ts';
import { sharedSqlite } from './shared-sqlite.ts';

const { clock } = testRun();

let folder: string;
let opened = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'groundrule-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

storeContract('SQLite', () => openSqliteStore(join(folder, `${(opened += 1)}.sqlite`), clock));

sharedStoreContract('SQLite', () => sharedSqlite());

clockContract(
  'SQLite',
  async () => {
    const shared = await sharedSqlite({ nowMs: TABLE_CLOCK });
    // The file is a store of ours before anything else is put into it.
    await (await shared.open()).close();
    return shared;
  },
  true,
);

describe('the SQLite store', () => {
  it('brings what was written into the file when others have had their turn, not within a later write', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const store = await openSqliteStore(path, clock);
    await store.kept.put('search', 'large', 'x'.repeat(5_000_000));
    // Read at once: a read that waits would itself give others their turn.
    expect(statSync(path).size).toBeLessThan(5_000_000);
    await setImmediate();
    expect(statSync(path).size).toBeGreaterThan(5_000_000);
    await store.kept.put('search', 'large', 'y'.repeat(5_000_000));
    await store.close();
    await setImmediate();
  });

  it('makes its folder, says where it is, and still holds everything when opened again', async () => {
    const path = join(await temporaryFolder(), 'new', 'deep', 'store.sqlite');
    const store = await openSqliteStore(path, clock);
    expect(store.location).toBe(path);
    const page = samplePage('a');
    const set = sampleSet('a', { cites: page.extraction });
    await store.putPage(page);
    await store.putSet(set);
    await store.close();
    await store.close();

    const again = await openSqliteStore(path, clock);
    expect(await again.getPage(page.extraction)).toEqual(page);
    expect(await again.getSet(set.id)).toEqual(set);
    await again.close();
  });

  it('lies in its one file when it is closed', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const store = await openSqliteStore(path, clock);
    await store.putSet(sampleSet('a'));
    await store.close();
    const copy = join(await temporaryFolder(), 'copy.sqlite');
    await copyFile(path, copy);
    const copied = await openSqliteStore(copy, clock);
    expect(await copied.getSet(sampleSet('a').id)).toEqual(sampleSet('a'));
    await copied.close();
  });

  it('of any older version is brought up to date, with all that it holds', async () => {
    const { id, content, run } = sampleSet('a', { cites: samplePage('a').extraction });
    const engine = { ...content.engine, models: { judge: 'm', writer: 'm' } };
    const sources = content.sources.map((source) => ({ ...source, decision: 'kept' }));
    const parent = { set: 'cs_0123456789abcdef01234567', without: ['s1', 's2'] };
    const kind = { name: 'say "hi" \\ page', by: 'name' };
    const written = JSON.stringify({ ...content, engine, sources, kind, parent });
    for (const version of [1, 5, 11, 12]) {
      const path = join(await temporaryFolder(), 'store.sqlite');
      const database = new Database(path);
      database.exec(`pragma application_id = ${APPLICATION_ID};
        create table schema_version (version integer not null primary key, applied_at text not null)`);
      SQLITE_MIGRATIONS.slice(0, version).forEach((migration, index) => {
        database.exec(`${migration}; insert into schema_version values (${index + 1}, '2026-01-01')`);
      });
      const page = { ...samplePage('a'), imported: true as const };
      database
        .prepare('insert into pages (bytes_hash, extractor_version, json) values (?, ?, ?)')
        .run(page.extraction.bytesHash, page.extraction.extractorVersion, JSON.stringify(page));
      database
        .prepare(
          `insert into sets (id, instruction, engine, mode, criteria, started_at, content, run)
           values (?, 'Write about a', 'offline', 'web', 0, ?, ?, ?)`,
        )
        .run(id, run.startedAt, written, JSON.stringify(run));
      if (version >= 6)
        database.exec(`update sets set models = '["m"]', sources = '{"library":1}'; update pages set imported = 1`);
      if (version >= 11)
        database.exec(`insert into jobs (id, owner, batch, idempotency_key, status, ended_at, json)
          values ('j', '', '', '', 'queued', '', '{"priority":7}')`);
      database.close();

      const store = await openSqliteStore(path, clock);
      await store.kept.put('fetch', 'a', 1);
      expect(await store.kept.get('fetch', 'a')).toBe(1);
      expect(await store.getSet(id)).toMatchObject({ id, content: { engine }, run });
      expect(await store.listSets(1)).toMatchObject([
        { id, models: ['m'], sources: { library: 1 }, kind: kind.name, parent },
      ]);
      await store.putPage(samplePage('a'));
      expect(await store.getPage(page.extraction), 'in place of the imported one').toEqual(samplePage('a'));
      await store.close();
      const upgraded = new Database(path);
      if (version >= 11) expect(upgraded.prepare('select priority from jobs').all()).toEqual([{ priority: 7 }]);
      upgraded.close();
    }
  });

  it('lists sets from an index, and measures its tables without sorting their texts', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const store = await openSqliteStore(path, clock);
    const prepare = vi.spyOn(Database.prototype, 'prepare');
    await store.listSets(10, { words: 'a' });
    await store.sizes();
    const queries = prepare.mock.calls.map(([sql]) => sql);
    prepare.mockRestore();
    await store.close();
    const database = new Database(path);
    const [list, sizes] = queries.map((sql) => {
      const steps = database.prepare(`explain query plan ${sql}`).all() as { detail: string }[];
      return steps.map(({ detail }) => detail).join('\n');
    });
    database.close();
    expect(list).toMatch(/^(?:SCAN|SEARCH) sets USING COVERING INDEX sets_as_listed/u);
    expect(list).not.toContain('B-TREE');
    expect(sizes).not.toContain('B-TREE FOR GROUP BY');
  });

  it('gives the disk back what was removed, also while another process has it open', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const [store, other] = [await openSqliteStore(path, clock), await openSqliteStore(path, clock)];
    await store.kept.put('fetch', 'a', 'x'.repeat(3_000_000));
    await store.prune(-1, false);
    await store.close();
    expect((await stat(path)).size).toBeLessThan(1_000_000);
    await other.putSet(sampleSet('a'));
    await other.close();
    const again = await openSqliteStore(path, clock);
    expect(await again.listSets(2)).toHaveLength(1);
    await again.close();
  });

  it('may be open more than once in one process, also while both write', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    const stores = await Promise.all(Array.from({ length: 4 }, () => openSqliteStore(path, clock)));
    await Promise.all(
      stores.flatMap((store, who) =>
        Array.from({ length: 25 }, (_, index) => store.putSet(sampleSet(`${who} ${index}`))),
      ),
    );
    for (const store of stores) expect(await store.listSets(1000)).toHaveLength(100);
    for (const store of stores) await store.close();
  });
});
