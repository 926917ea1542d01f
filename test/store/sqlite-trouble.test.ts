/** What goes wrong with a store file: a clear error, and the file as it was. */
import { chmod, copyFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import Database from 'libsql';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputError, UnavailableError } from '../../src/domain/errors.ts';
import { openStore } from '../../src/store/open-store.ts';
import { SQLITE_MIGRATIONS } from '../../src/store/sql/migrations.ts';
import { loadSqliteDriver, type SqliteDriver } from '../../src/store/sqlite/driver.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { testRun } from '../support/run-context.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { samplePage, sampleSet } from './samples.ts';

const { clock } = testRun();

async function storeFile(pages = 200): Promise<string> {
  const path = join(await temporaryFolder(), 'store.sqlite');
  const store = await openSqliteStore(path, clock);
  for (let index = 0; index < pages; index += 1) await store.putPage(samplePage(`page ${index}`));
  await store.putSet(sampleSet('a'));
  await store.close();
  return path;
}

/** Opening must fail with such an error, which names the path and what to do, and change nothing in the file. */
async function expectRefusal(
  path: string,
  type: typeof InputError | typeof UnavailableError,
  message: RegExp,
): Promise<void> {
  const before = await readFile(path);
  const error: unknown = await openSqliteStore(path, clock).then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(type);
  if (!(error instanceof InputError || error instanceof UnavailableError)) return;
  expect(error.message).toMatch(message);
  expect(error.message).toContain(path);
  expect(error.advice).not.toBeNull();
  expect((await readFile(path)).equals(before)).toBe(true);
}

describe('a file that is not ours', () => {
  it.each([
    ['text', 'These are my notes, not a store.\n'.repeat(20)],
    ['a short text', 'x'],
    ['zeros', '\0'.repeat(4096)],
  ])('%s is refused and left alone', async (_name, text) => {
    const path = join(await temporaryFolder(), 'notes.txt');
    await writeFile(path, text);
    await expectRefusal(path, InputError, /is not a database/u);
  });

  it("another program's database is refused and left alone, in either journal mode", async () => {
    for (const mode of ['delete', 'wal']) {
      const path = join(await temporaryFolder(), 'other.sqlite');
      const other = new Database(path);
      other.pragma(`journal_mode = ${mode}`);
      other.exec('create table pages (id integer); insert into pages values (1); create table notes (a text)');
      other.close();
      await expectRefusal(path, InputError, /belongs to another program/u);
    }
  });

  it('an empty file becomes a store', async () => {
    const path = join(await temporaryFolder(), 'store.sqlite');
    await writeFile(path, '');
    const store = await openSqliteStore(path, clock);
    await store.putSet(sampleSet('a'));
    expect(await store.listSets(10)).toHaveLength(1);
    await store.close();
  });
});

describe('a damaged file', () => {
  it('cut short is refused and left alone', async () => {
    const path = await storeFile();
    const bytes = await readFile(path);
    for (const length of [100, 5000, Math.floor(bytes.length / 2), bytes.length - 1000]) {
      await writeFile(path, bytes.subarray(0, length));
      await expectRefusal(path, UnavailableError, /damaged/u);
    }
  });

  it('overwritten in any of its pages is refused and left alone', async () => {
    const path = await storeFile();
    const bytes = await readFile(path);
    const pageBytes = 4096;
    for (let start = pageBytes; start < bytes.length; start += 7 * pageBytes) {
      await writeFile(path, Buffer.from(bytes).fill(0xa5, start, start + pageBytes));
      await expectRefusal(path, UnavailableError, /damaged/u);
    }
  });

  it('is left alone also while a killed process has left changes beside it', async () => {
    const source = await storeFile();
    const writer = await openSqliteStore(source, clock);
    await writer.putSet(sampleSet('b'));
    const path = join(await temporaryFolder(), 'store.sqlite');
    for (const suffix of ['', '-wal', '-shm']) await copyFile(`${source}${suffix}`, `${path}${suffix}`);
    await writer.close();
    const bytes = await readFile(path);
    await writeFile(path, bytes.fill(0xa5, 3 * 4096));
    await expect(openSqliteStore(path, clock)).rejects.toThrow(/damaged/u);
    expect((await readFile(path)).equals(bytes)).toBe(true);
  });

  it('with an entry that does not parse says so when it is read, and keeps serving the others', async () => {
    const path = await storeFile(2);
    const database = new Database(path);
    const { bytesHash } = samplePage('page 0').extraction;
    database.prepare("update pages set json = '{}' where bytes_hash = ?").run(bytesHash);
    database.prepare("update sets set content = '{'").run();
    database.close();
    const store = await openSqliteStore(path, clock);
    await expect(store.getPage(samplePage('page 0').extraction)).rejects.toThrow(UnavailableError);
    await expect(store.getSet(sampleSet('a').id)).rejects.toThrow(/cannot be read/u);
    expect(await store.getPage(samplePage('page 1').extraction)).not.toBeNull();
    await store.close();
  });
});

describe('a store of another version', () => {
  it('newer than ours is refused with both versions and left alone', async () => {
    const path = await storeFile(2);
    const database = new Database(path);
    database.exec(`insert into schema_version values (${SQLITE_MIGRATIONS.length + 1}, '2027-01-01')`);
    database.close();
    const versions = `schema version ${SQLITE_MIGRATIONS.length + 1}; this groundrule knows versions up to ${SQLITE_MIGRATIONS.length}`;
    await expectRefusal(path, UnavailableError, new RegExp(versions, 'u'));
  });
});

describe('a path that cannot be written', () => {
  it('is a folder', async () => {
    const path = join(await temporaryFolder(), 'folder');
    await mkdir(path);
    await expect(openSqliteStore(path, clock)).rejects.toThrow(/the path is not a file/u);
  });

  it('leads through a file', async () => {
    const file = join(await temporaryFolder(), 'file');
    await writeFile(file, '');
    await expect(openSqliteStore(join(file, 'store.sqlite'), clock)).rejects.toThrow(UnavailableError);
    await expect(openSqliteStore(join(file, 'deep', 'store.sqlite'), clock)).rejects.toThrow(UnavailableError);
  });

  it.skipIf(process.platform !== 'linux')('lies where no folder can be made', async () => {
    await expect(openSqliteStore('/proc/x/y.sqlite', clock)).rejects.toThrow(/cannot be opened for writing/u);
    await expect(openSqliteStore('/proc/x/y/z.sqlite', clock)).rejects.toThrow(UnavailableError);
  });

  // The superuser may write anywhere.
  it.skipIf(process.getuid?.() === 0)('lies in a folder without the right to write', async () => {
    const folder = await temporaryFolder();
    await chmod(folder, 0o500);
    await expect(openSqliteStore(join(folder, 'store.sqlite'), clock)).rejects.toThrow(UnavailableError);
    await expect(openSqliteStore(join(folder, 'a', 'store.sqlite'), clock)).rejects.toThrow(UnavailableError);
    await chmod(folder, 0o700);
  });
});

describe('a full disk', () => {
  it('fails the write clearly and loses nothing that was stored', async () => {
    const path = await storeFile(3);
    const store = await openSqliteStore(path, clock, () => driverWithFullDisk());
    const big = { ...samplePage('big'), text: 'x'.repeat(1_000_000), blocks: [] };
    const error: unknown = await store.putPage(big).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UnavailableError);
    expect(error).toMatchObject({ message: expect.stringContaining('disk is full') as unknown });
    expect(await store.getPage(big.extraction)).toBeNull();
    expect(await store.getPage(samplePage('page 1').extraction)).toEqual(samplePage('page 1'));
    await store.close();

    const later = await openSqliteStore(path, clock);
    expect(await later.getSet(sampleSet('a').id)).toEqual(sampleSet('a'));
    await later.putPage(big);
    expect(await later.getPage(big.extraction)).toEqual(big);
    await later.close();
  });

  it('does not fail the close of a store whose log finds no room in its file, and loses nothing', async () => {
    const path = await storeFile(3);
    const databases: Database.Database[] = [];
    const store = await openSqliteStore(path, clock, async () => driverWithoutRoomForLog(databases));
    await store.putPage(samplePage('late'));
    await store.close();
    expect(databases.map(({ open }) => open)).toEqual([false]);

    const later = await openSqliteStore(path, clock);
    expect(await later.getPage(samplePage('late').extraction)).toEqual(samplePage('late'));
    await later.close();
  });

  async function driverWithoutRoomForLog(databases: Database.Database[]): Promise<SqliteDriver> {
    return new Proxy(await loadSqliteDriver(), {
      construct: (target, [path, options]: [string, Database.Options]) => {
        const database = new target(path, options);
        if (path.startsWith('file:')) return database;
        databases.push(database);
        const exec = database.exec.bind(database);
        database.exec = (sql) => {
          if (!sql.includes('wal_checkpoint')) return exec(sql);
          throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
        };
        return database;
      },
    });
  }

  /** A driver whose files cannot grow beyond the 40 pages that SQLite is allowed. */
  async function driverWithFullDisk(): Promise<SqliteDriver> {
    const driver = await loadSqliteDriver();
    return new Proxy(driver, {
      construct: (target, [path, options]: [string, Database.Options]) => {
        const database = new target(path, options);
        database.pragma('max_page_count = 40');
        return database;
      },
    });
  }
});

describe('a driver that does not load', () => {
  const missing = async (): Promise<SqliteDriver> => {
    throw new UnavailableError('The SQLite driver cannot be loaded: no binary', { advice: 'Install it.' });
  };

  it.each(['new/store.sqlite', 'memory', null])('is an error whatever store is asked for: %s', async (location) => {
    await expect(openStore(location, 'unused', clock, { load: missing })).rejects.toThrow(
      /cannot be loaded: no binary/u,
    );
  });
});

describe('a claim that could not be released', () => {
  it('runs out, though its holder lives on and holds others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const path = await storeFile(1);
    const [one, other] = [await openSqliteStore(path, clock), await openSqliteStore(path, clock)];
    const database = new Database(path);
    for (const key of ['a', 'b']) expect(await one.kept.claim('model-answer', key)).toBe(true);
    database.exec("create trigger away before delete on leases begin select raise(abort, 'away'); end");
    await expect(one.kept.release('model-answer', 'a')).rejects.toThrow('away');
    database.exec('drop trigger away; update leases set expires_at = expires_at - 40000');
    vi.advanceTimersByTime(10_000);
    expect(await other.kept.claim('model-answer', 'b')).toBe(false);
    expect(await other.kept.claim('model-answer', 'a')).toBe(true);
    database.close();
    await one.close();
    await other.close();
  });
});

describe('a write of another process', () => {
  async function locked() {
    const path = await storeFile(1);
    const store = await openSqliteStore(path, clock);
    const other = new Database(path);
    onTestFinished(async () => {
      other.close();
      await store.close();
    });
    other.exec('begin immediate');
    return { store, other };
  }

  it('is waited for, in order, and holds nothing else of this process', async () => {
    const { store, other } = await locked();
    const ended: number[] = [];
    const writes = [];
    for (const value of [1, 2, 3]) {
      writes.push(store.kept.put('queue', 'key', value).then(() => ended.push(value)));
      // Not all of them in one transaction.
      await nextTurn();
    }
    await delay(5);
    expect([ended, await store.kept.get('queue', 'other')]).toEqual([[], null]);
    other.exec('commit');
    await Promise.all(writes);
    expect([ended, await store.kept.get('queue', 'key')]).toEqual([[1, 2, 3], 3]);
  });

  it('that does not end within ten seconds is told', async () => {
    const { store } = await locked();
    const startMs = performance.now();
    const now = vi.spyOn(performance, 'now').mockReturnValue(startMs);
    onTestFinished(() => now.mockRestore());
    const written = store.kept.put('queue', 'key', 1).catch(String);
    await nextTurn();
    now.mockReturnValue(startMs + 10_000);
    expect(await written).toMatch(/in use by another process/u);
  });
});
