/** `cache`: sets carried from one store to another, and what it refuses. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { access, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { cli, cliIn, type CliResult } from '../support/shell.ts';

let home = '';
let file = '';
let lines: readonly string[] = [];
let setIds: readonly string[] = [];
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  file = join(home, 'sets.jsonl');
  const tasks = ['Write a cover letter', 'Write a wedding toast'].map((instruction, id) => ({
    id,
    instruction,
  }));
  const stdin = tasks.map((task) => `${JSON.stringify(task)}\n`).join('');
  await cliIn(['precompute', '-'], { home, stdin });
  expect((await run('export', '--out', file)).code).toBe(0);
  lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  setIds = lines.flatMap((line) => /^\{"kind":"set".*?"id":"(cs_[0-9a-f]{24})"/u.exec(line)?.[1] ?? []);
}, 60_000);
afterAll(() => rm(home, { recursive: true, force: true }));

function run(...args: readonly string[]): Promise<CliResult> {
  return cliIn(['cache', ...args], { home });
}

async function fileOf(name: string, changed: readonly string[]): Promise<string> {
  const path = join(home, name);
  await writeFile(path, changed.map((line) => `${line}\n`).join(''));
  return path;
}

describe('cache', () => {
  it('export gives a header, pages and sets; one set by the beginning of its id', async () => {
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ kind: 'groundrule-cache', schemaVersion: 2, sets: 2 });
    expect(setIds).toHaveLength(2);
    const { code, stdout } = await run('export', (setIds[0] ?? '').slice(0, 12));
    expect(code).toBe(0);
    expect(stdout).toContain(setIds[0]);
    expect(stdout).not.toContain(setIds[1]);
  });

  it('stats and diff take the place of no file that they read', async () => {
    for (const command of ['stats', 'diff']) {
      const { code, stderr } = await run(command, file, '--out', file);
      expect([code, stderr.includes('is a file that is read')], stderr).toEqual([EXIT.badInput, true]);
    }
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(lines);
  });

  it('import makes another store hold them: its export is the same, and an audit says what was not read here', async () => {
    const store = join(home, 'other.sqlite');
    const { code, stderr } = await run('import', file, '--store', store);
    expect(stderr).toMatch(/^2 new sets and \d+ new pages imported into /u);
    expect(code).toBe(0);
    const audited = await cliIn(['audit', setIds[0] ?? '', '--verify', '--store', store], { home });
    expect(audited.stdout).toMatch(/was imported and not\s+fetched here/u);
    expect(audited.code).toBe(4);
    const live = await cliIn(['audit', setIds[0] ?? '', '--live', '--store', store], { home });
    expect(live.code).toBe(0);
    const again = await cliIn(['audit', setIds[0] ?? '', '--verify', '--store', store], { home });
    expect(again.code).toBe(0);
    expect((await run('export', '--store', store)).stdout).toBe(await readFile(file, 'utf8'));
  });

  it('import refuses a damaged line with its number, and imports nothing', async () => {
    const at = lines.length - 1;
    const damaged = await fileOf('damaged.jsonl', lines.with(at, (lines[at] ?? '').replace('response', 'respanse')));
    const store = join(home, 'untouched.sqlite');
    const { code, stderr } = await run('import', damaged, '--store', store);
    expect(stderr).toContain(`damaged.jsonl, line ${at + 1}: the set does not fit its hash`);
    expect(code).toBe(2);
    expect((await cliIn(['list', '--store', store], { home })).stdout).toBe('');
  });

  it.skipIf(process.platform === 'win32')('import says of a pipe that it has its lines once', async () => {
    const pipe = join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const writing = writeFile(pipe, await readFile(file));
    const { code, stderr } = await run('import', pipe, '--store', join(home, 'of-pipe.sqlite'));
    await writing;
    expect([code, stderr]).toEqual([2, expect.stringContaining('is no file, but has to be read more than once')]);
  });

  it('verify: 0 where all holds, 1 where something is wrong, 4 where a page is not there, 2 where it is no such file', async () => {
    const good = await run('verify', file);
    expect(good.stdout).toMatch(/^2 sets of 2 with \d+ pages: every rule holds, by the texts in the file$/mu);
    expect(good.code).toBe(0);

    const page = (lines[1] ?? '').replace(/"text":"/u, '"text":"A');
    const wrong = await run('verify', await fileOf('wrong.jsonl', lines.with(1, page)));
    expect(wrong.stdout).toContain('FAIL line 2: the page does not fit its hash');
    expect(wrong.stdout).not.toContain('every rule holds');
    expect(wrong.code).toBe(1);

    const quotes = join(home, 'bare.jsonl');
    expect((await run('export', '--no-pages', '--out', quotes)).code).toBe(0);
    const bare = await run('verify', quotes, '--format', 'json');
    expect(JSON.parse(bare.stdout)).toMatchObject({ status: 'cannot-verify', pages: 0, damaged: [] });
    expect(bare.code).toBe(4);

    const cut = await run('verify', await fileOf('cut.jsonl', lines.slice(0, -1)));
    expect(cut.stderr).toContain('is not whole');
    expect(cut.code).toBe(2);
    expect((await run('verify', '/no/such.jsonl')).stderr).toContain('there is no such file');
  });

  it('says of the rows of precompute what they are, where a cache, a set or a checklist is read', async () => {
    const row = { id: 't', key: 'a'.repeat(64), status: 'failed', reason: 'It is away.' };
    const rows = await fileOf('rows.jsonl', [JSON.stringify(row), JSON.stringify(row)]);
    const isSaid = expect.stringContaining('this is what “precompute” writes') as string;
    expect((await run('stats', rows)).stderr).toEqual(isSaid);
    for (const args of [
      ['show', rows],
      ['audit', rows],
      ['checklist', 'show', rows],
    ])
      expect((await cli(args)).stderr).toEqual(isSaid);
  });

  it('export from an empty store writes no file', async () => {
    const out = join(home, 'nothing.jsonl');
    const { code, stderr } = await run('export', '--store', join(home, 'empty.sqlite'), '--out', out);
    expect(stderr).toContain('has no sets yet');
    expect(code).toBe(2);
    await expect(access(out)).rejects.toThrow('ENOENT');
  });

  it('to a folder, signed, with its data card; only its key lets it answer for discoveries', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const [key, published] = [join(home, 'key.pem'), join(home, 'published')];
    await writeFile(key, privateKey.export({ format: 'pem', type: 'pkcs8' }));
    await writeFile(join(home, 'public.pem'), publicKey.export({ format: 'pem', type: 'spki' }));
    expect(await run('export', '--out', `${published}/`, '--sign', key)).toMatchObject({ code: 0 });
    const card = await readFile(join(published, 'README.md'), 'utf8');
    for (const says of [
      '# 2 sets of criteria',
      'signed by ed25519:',
      'SHA-256 over its entries',
      'belong to their publishers',
    ])
      expect(card).toContain(says);
    expect(card).not.toContain(home);

    const store = ['--store', join(home, 'reader.sqlite')];
    const other = join(home, 'other.pem');
    const theirs = generateKeyPairSync('ed25519').publicKey;
    await writeFile(other, theirs.export({ format: 'pem', type: 'spki' }));
    expect(await run('import', published, '--public-key', other, ...store)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('signed by another key') as string,
    });
    const untrusted = await run('import', published, ...store);
    expect(untrusted.stderr).toContain('They answer for no discovery');
    const discover = ['discover', 'Write a wedding toast', '--format', 'json', ...store];
    const found = await cliIn(discover, { home });
    expect(found.stderr).not.toContain('discovered before');
    const signed = await run('import', published, '--public-key', join(home, 'public.pem'), ...store);
    expect(signed.stderr).toContain('2 tasks can now be answered');
    const kept = await cliIn(discover, { home });
    expect(kept.stderr).toContain('discovered before');
    expect((JSON.parse(kept.stdout) as { id: string }).id).toBe((JSON.parse(found.stdout) as { id: string }).id);

    const now = await run('stats', published, ...store);
    expect(now.stdout).toMatch(/\b2\s.*\byes\b/u);
    const stale = await run('stats', published, '--queries', '2', ...store);
    expect(stale.stdout).toContain('stale: other parameters: queries');
    const diff = await run('diff', published, ...store);
    expect(diff.stdout).toContain('2 the same, 0 changed');
  }, 180_000);

  it('import refuses a line that no page or set is as long as, before it is read to its end', async () => {
    const path = join(home, 'long.jsonl');
    await writeFile(path, `${lines[0] ?? ''}\n${'a'.repeat(65_000_000)}`);
    const { code, stderr } = await run('import', path, '--store', join(home, 'untouched.sqlite'));
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('long.jsonl, line 2: it is longer than 64000000 bytes'),
    ]);
  });

  it('without a command shows its help, and a mistyped one is named', async () => {
    const { code, stderr } = await run('exprt');
    expect(stderr).toContain('“npx groundrule cache --help” shows what there is.');
    expect(code).toBe(2);
  });
});
