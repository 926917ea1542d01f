/** `precompute` killed, stopped, limited and taken up again ends with the rows of a straight run. What is killed is the built program. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PrecomputedRow } from '../../src/precompute/precomputed-row.ts';
import { runBuiltCli, type BuiltRun } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { shortOrLong } from '../support/run-length.ts';
import { cliIn } from '../support/shell.ts';

const KINDS = ['a cover letter', 'a wedding toast', 'a press release', 'a lesson plan', 'a short story', 'a speech'];
const READERS = ['my sister', 'a small town', ...shortOrLong([], ['new colleagues', 'a museum', 'beginners'])];
/** Lines that each run of the program writes before it is killed: fewer than there are rows, all together. */
const KILLS = shortOrLong([0, 2, 5], [0, 2, 7, 5, 5]);
const TASKS = KINDS.flatMap((kind) => READERS.map((reader) => `Write ${kind} for ${reader}`)).map(
  (instruction, index) => ({ id: `task ${index + 1}`, instruction }),
);
/** Enough to find criteria, little enough to be quick. */
const QUICK = ['--queries', '1', '--keep', '1'];

let root = '';
let input = '';
let straight = '';
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  input = join(root, 'tasks.jsonl');
  await writeFile(input, TASKS.map((task) => `${JSON.stringify(task)}\n`).join(''));
  const home = await aHome('straight');
  const { code } = await cliIn(offline(home), { home });
  expect(code).toBe(0);
  straight = await readFile(rowsIn(home), 'utf8');
}, 60_000);
afterAll(() => rm(root, { recursive: true, force: true }));

/** Each with a store of its own. */
async function aHome(name: string): Promise<string> {
  const home = join(root, name);
  await mkdir(home);
  return home;
}
const rowsIn = (home: string) => join(home, 'rows.jsonl');
const offline = (home: string) => ['precompute', input, '--out', rowsIn(home), ...QUICK];

const parseRows = (text: string) =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => PrecomputedRow.parse(JSON.parse(line)));

/** It is sent the signal when it has written so many lines and is about to write another one. */
function stopAfter(lines: number, signal: NodeJS.Signals, home: string): Promise<BuiltRun> {
  const preloaded = pathToFileURL(join(import.meta.dirname, '../support/signal-at-row.mjs')).href;
  const env = { NODE_OPTIONS: `--import=${preloaded}`, SIGNAL_AT_ROW: `${lines} ${signal}` };
  return runBuiltCli(offline(home), { home, env });
}

describe(`${TASKS.length} tasks`, () => {
  it('give as many rows in their order, with criteria', () => {
    const rows = parseRows(straight);
    expect(rows.map(({ id }) => id)).toEqual(TASKS.map(({ id }) => id));
    const counts = rows.map((row) => (row.status === 'done' ? row.set.content.criteria.length : 0));
    expect(counts.filter((count) => count > 0).length).toBeGreaterThan(TASKS.length / 2);
  });

  it('killed again and again give the same bytes: no line lost, doubled or half', async () => {
    const home = await aHome('killed');
    for (const lines of KILLS) expect(await stopAfter(lines, 'SIGKILL', home)).toMatchObject({ signal: 'SIGKILL' });
    const left = await readFile(rowsIn(home), 'utf8');
    // As many lines as were waited for, or more: the rows after them may be done before the signal is.
    expect(straight.startsWith(left.slice(0, left.lastIndexOf('\n') + 1))).toBe(true);
    const { code, stderr } = await cliIn(offline(home), { home });
    expect(code).toBe(0);
    const counts = new RegExp(`${TASKS.length} of ${TASKS.length}: \\d+ done, (\\d+) cached, 0 failed`, 'u').exec(
      stderr,
    );
    const cached = Number(counts?.[1]);
    expect(cached).toBeGreaterThanOrEqual(left.split('\n').length - 1);
    expect(await readFile(rowsIn(home), 'utf8')).toBe(straight);
  });

  it('stopped by SIGINT: what is done stands, and the exit code says so', async () => {
    const home = await aHome('interrupted');
    const { code, stderr } = await stopAfter(3, 'SIGINT', home);
    expect(code).toBe(130);
    expect(stderr).toMatch(new RegExp(`^\\d+ of ${TASKS.length}: \\d+ done, 0 cached, 0 failed$`, 'mu'));
    expect(stderr).toContain('The same command goes on from here.');
    const rows = await readFile(rowsIn(home), 'utf8');
    expect(straight.startsWith(rows) && rows.endsWith('\n')).toBe(true);
  });
});

describe('with a model', () => {
  it('that refuses the key, is not known or cannot be reached: stops at once with one error, and can be taken up', async () => {
    const KEY = 'key-of-this-test-0123456789';
    const behaviour = { handler: answering(plausibleModel), apiKey: KEY, models: ['scripted'] };
    const server = await startModelServer(behaviour);
    try {
      const home = await aHome('refused');
      const few = join(home, 'few.jsonl');
      await writeFile(few, (await readFile(input, 'utf8')).split('\n').slice(0, 8).join('\n'));
      const run = (key: string, ...flags: readonly string[]) =>
        cliIn(
          [
            ...['precompute', few, '--out', rowsIn(home), '--mode', 'instruction', '--model', 'scripted'],
            ...['--base-url', server.baseUrl, '--model-format', 'json_schema', '--concurrency', '2', ...flags],
          ],
          { home, env: { GROUNDRULE_API_KEY: key } },
        );
      const refused = [
        [await run('wrong-key-0123456789'), 2, 'refuses the API key'],
        [await run(KEY, '--model', 'other'), 2, 'has no model “other”'],
        [await run(KEY, '--base-url', `${server.baseUrl}/more`), 2, 'does not serve chat completions'],
        [await run(KEY, '--base-url', 'http://127.0.0.1:9/v1'), 5, 'cannot be reached'],
      ] as const;
      for (const [{ code, stderr }, exitCode, says] of refused) {
        expect([code, stderr.split(says).length - 1], stderr).toEqual([exitCode, 1]);
        expect(stderr).toMatch(/^0 of 8: 0 done, 0 cached, 0 failed/mu);
        expect(stderr).not.toContain('--retry-failed');
      }
      // Of three runs, none but the rows that were under way asked.
      expect(server.statistics().requests).toBeLessThanOrEqual(3 * 2);
      expect(await readFile(rowsIn(home), 'utf8')).toBe('');
      const { code, stderr } = await run(KEY);
      expect(stderr).toMatch(/^8 of 8: 8 done, 0 cached, 0 failed/mu);
      expect(code).toBe(0);
    } finally {
      await server.close();
    }
  }, 60_000);

  it('stopped by a limit: 7; run again, nothing is paid for twice, and the rows are those of a straight run', async () => {
    const server = await startModelServer({ handler: answering(plausibleModel) });
    try {
      const few = join(root, 'few.jsonl');
      await writeFile(
        few,
        TASKS.slice(0, 8)
          .map((task) => `${JSON.stringify(task)}\n`)
          .join(''),
      );
      const run = (home: string, ...flags: readonly string[]) =>
        cliIn(
          [
            ...['precompute', few, '--out', rowsIn(home), '--mode', 'instruction', '--model', 'scripted'],
            ...['--base-url', server.baseUrl, '--model-format', 'json_schema', ...flags],
          ],
          { home },
        );
      const [limitedHome, straightHome] = [await aHome('limited'), await aHome('paid')];

      expect((await run(straightHome)).code).toBe(0);
      const paid = server.statistics().requests;
      const limited = await run(limitedHome, '--max-calls', String(Math.floor(paid / 2)), '--concurrency', '2');
      expect(limited.code).toBe(7);
      expect(limited.stderr).toContain('maxCalls');
      const rows = parseRows(await readFile(rowsIn(limitedHome), 'utf8'));
      expect(rows.length).toBeGreaterThan(0);
      expect(rows.length).toBeLessThan(8);
      expect(rows.every(({ status }) => status === 'done')).toBe(true);

      expect((await run(limitedHome)).code).toBe(0);
      expect(server.statistics().requests).toBe(2 * paid);
      expect(await readFile(rowsIn(limitedHome), 'utf8')).toBe(await readFile(rowsIn(straightHome), 'utf8'));

      const again = await run(limitedHome);
      expect(again.stderr).toContain('8 of 8: 0 done, 8 cached, 0 failed');
      expect(server.statistics().requests).toBe(2 * paid);
    } finally {
      await server.close();
    }
  });

  it('without a server: 5, and no row is called failed', async () => {
    const home = await aHome('unreachable');
    const { code } = await cliIn(
      [...offline(home).slice(0, 4), '--mode', 'model', '--model', 'x', '--base-url', 'http://127.0.0.1:9/v1'],
      { home },
    );
    expect(code).toBe(5);
    expect(await readFile(rowsIn(home), 'utf8')).toBe('');
  });
});
