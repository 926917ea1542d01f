/** `judge --data` killed, limited and taken up again ends with the rows and the leaderboard of a straight run. What is killed is the built program. */
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JudgedRow } from '../../src/jobs/rows/judged-row.ts';
import { ended, startBuiltCli } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { cliIn } from '../support/shell.ts';

const KINDS = ['a cover letter', 'a wedding toast', 'a press release', 'a lesson plan', 'a short story', 'a speech'];
const SYSTEMS = ['plain', 'warm', 'long'];
const OPENINGS = ['Dear all, the garden opens at noon.', 'Welcome! Maria planted 40 roses.', 'It was a dark evening.'];
/** Six instructions, three systems: one row for each response, in an order of its own. */
const ROWS = KINDS.flatMap((kind, at) =>
  SYSTEMS.map((system, of) => ({
    id: `t${at}`,
    instruction: `Write ${kind} about a garden`,
    system,
    category: at % 2 === 0 ? 'private' : 'public',
    criteria: ['Does the response name a person?', 'Does the response say when something opens?', 'Is it short?'],
    themes: ['content', 'content', 'form'],
    response: `${OPENINGS[(at + of) % OPENINGS.length] ?? ''} ${'Come and see it. '.repeat(of + at)}`,
  })),
);

let root = '';
let input = '';
let server: ModelServer;
let straight = { rows: '', report: '', requests: 0 };
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  input = join(root, 'answers.jsonl');
  await writeFile(input, ROWS.map((row) => `${JSON.stringify(row)}\n`).join(''));
  server = await startModelServer({ handler: answering(plausibleModel), models: ['scripted'], latencyMs: 20 });
  const home = await aHome('straight');
  const { code, stdout, stderr } = await run(home);
  expect(code, stderr).toBe(0);
  straight = { rows: await readFile(rowsIn(home), 'utf8'), report: stdout, requests: server.statistics().requests };
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(root, { recursive: true, force: true });
});

async function aHome(name: string): Promise<string> {
  const home = join(root, name);
  await mkdir(home);
  return home;
}
const rowsIn = (home: string) => join(home, 'verdicts.jsonl');
const args = (home: string, ...flags: readonly string[]) => [
  ...['judge', '--data', input, '--rows', rowsIn(home), '--format', 'json'],
  ...['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema', ...flags],
];
const run = (home: string, ...flags: readonly string[]) => cliIn(args(home, ...flags), { home });
const requests = () => server.statistics().requests;

/** Until it opens, only the first nine rows are answered: however late the kill comes, it is in the middle. */
function closedForLaterRows() {
  const later = KINDS.slice(3).map((kind) => `Write ${kind} about`);
  let letThrough = (): void => undefined;
  const opened = new Promise<void>((resolve) => (letThrough = resolve));
  const door = {
    answered: 0,
    waiting: 0,
    open: () => {
      server.behave({ gate: null });
      letThrough();
    },
  };
  server.behave({
    gate: async (body) => {
      const isLater = later.some((instruction) => body.includes(instruction));
      door[isLater ? 'waiting' : 'answered'] += 1;
      if (isLater) await opened;
    },
  });
  return door;
}

describe('responses of three systems', () => {
  it('give a row each, in their order, and a leaderboard of their own figures', () => {
    const rows = straight.rows
      .trimEnd()
      .split('\n')
      .map((line) => JudgedRow.parse(JSON.parse(line)));
    expect(rows.map(({ id, system }) => [id, system])).toEqual(
      ROWS.map(({ id, system }) => [`${id} ${system}`, system]),
    );
    const board = JSON.parse(straight.report) as {
      instructions: number;
      shared: number;
      systems: { name: string; passRate: { value: number; interval: object }; drfr: { value: number } }[];
      categories: { name: string }[];
      themes: { name: string }[];
    };
    expect([board.instructions, board.shared]).toEqual([6, 6]);
    expect(board.categories.map(({ name }) => name)).toEqual(['private', 'public']);
    expect(board.themes.map(({ name }) => name)).toEqual(['content', 'form']);
    for (const { name, passRate, drfr } of board.systems) {
      const answers = rows.flatMap((row) =>
        row.status === 'done' && row.system === name
          ? [row.judgement.items.flatMap(({ verdict }) => (verdict.status === 'scored' ? [verdict.answer] : []))]
          : [],
      );
      const share = (own: readonly string[]) => own.filter((answer) => answer === 'yes').length / own.length;
      expect(answers).toHaveLength(6);
      expect(passRate.value).toBeCloseTo(answers.map(share).reduce((sum, rate) => sum + rate, 0) / 6, 9);
      expect(drfr.value).toBeCloseTo(share(answers.flat()), 9);
      expect(passRate.interval).not.toBeNull();
    }
  });

  it('killed on the way give the same bytes, and no answer is paid twice', async () => {
    const home = await aHome('killed');
    const before = requests();
    const door = closedForLaterRows();
    const child = startBuiltCli(args(home), { home });
    child.stdin.end();
    const result = ended(child);
    while (child.exitCode === null && (await linesIn(rowsIn(home))) < 6) await delay(5);
    child.kill('SIGKILL');
    door.open();
    expect(await result).toMatchObject({ signal: 'SIGKILL' });
    // What the dead process held is taken over half a minute later.
    const { code, stdout, stderr } = await run(home);
    expect(code, stderr).toBe(0);
    expect(await readFile(rowsIn(home), 'utf8')).toBe(straight.rows);
    expect(stdout).toBe(straight.report);
    // At most what was in flight when it was killed is asked again, and how the server gives JSON.
    expect(requests() - before).toBeLessThanOrEqual(straight.requests + 8 + 1);
  }, 120_000);

  it('judged by two workers, with the one who waits killed on the way, give the same bytes for the same calls', async () => {
    const home = await aHome('queued');
    const before = requests();
    const door = closedForLaterRows();
    const child = startBuiltCli(args(home, '--queue'), { home });
    child.stdin.end();
    const killed = ended(child);
    const model = ['--model', 'scripted', '--base-url', server.baseUrl, '--model-format', 'json_schema'];
    const workers = [1, 2].map(() => startBuiltCli(['worker', '--concurrency', '2', ...model], { home }));
    const stopped = workers.map(ended);
    // A job that gets a second turn comes after all others: both workers may stand at the door before it is done.
    const isStuck = () => door.waiting === 4 && door.answered < straight.requests / 2;
    while (child.exitCode === null && !isStuck() && (await linesIn(rowsIn(home))) < 3) await delay(5);
    child.kill('SIGKILL');
    expect((await killed).signal).toBe('SIGKILL');
    door.open();
    const { code, stdout, stderr } = await run(home, '--queue');
    expect(code, stderr).toBe(0);
    expect(await readFile(rowsIn(home), 'utf8')).toBe(straight.rows);
    expect(stdout).toBe(straight.report);
    // Each process asks how the server gives JSON.
    expect(requests() - before).toBeLessThanOrEqual(straight.requests + 2);
    for (const worker of workers) worker.kill('SIGTERM');
    for (const { code: end } of await Promise.all(stopped)) expect(end).toBe(0);
    // Nobody works: what was judged by jobs is there for other rows too.
    await rm(rowsIn(home));
    expect((await run(home, '--queue')).stdout).toBe(straight.report);
  }, 120_000);

  it('run again ask nobody and change nothing', async () => {
    const home = await aHome('again');
    await run(home);
    const before = requests();
    const { code, stdout, stderr } = await run(home);
    expect([code, requests() - before, stdout]).toEqual([0, 0, straight.report]);
    expect(stderr).toContain('18 of 18: 0 done, 18 cached, 0 failed');
    expect(await readFile(rowsIn(home), 'utf8')).toBe(straight.rows);
  });

  it('stopped by a limit are reported so far (7), and taken up without paying twice', async () => {
    const home = await aHome('limited');
    const before = requests();
    const stopped = await run(home, '--max-calls', '8');
    expect(stopped.code).toBe(7);
    expect(stopped.stderr).toContain('(maxCalls) was reached');
    const left = await readFile(rowsIn(home), 'utf8');
    expect(straight.rows.startsWith(left) && left.length < straight.rows.length).toBe(true);
    expect((await run(home)).stdout).toBe(straight.report);
    expect(await readFile(rowsIn(home), 'utf8')).toBe(straight.rows);
    expect(requests() - before).toBeLessThanOrEqual(straight.requests + 1);
  });

  it('are planned without asking anybody', async () => {
    const home = await aHome('planned');
    const before = requests();
    const flags = ['--model', 'gpt-4.1-mini', '--dry-run'];
    const { code, stdout } = await cliIn(['judge', '--data', input, ...flags], { home });
    expect([code, requests() - before]).toEqual([0, 0]);
    expect(stdout).toMatch(/^Judge 18 responses, each by the criteria of its instruction\n/u);
    expect(stdout).toMatch(/judge-response +18 /u);
    const few = await cliIn(['judge', '--data', input, ...flags, '--limit', '2'], { home });
    expect(few.stdout).toMatch(/judge-response +6 /u);

    await writeFile(rowsIn(home), straight.rows.split('\n').slice(0, 12).join('\n').concat('\n'));
    const asked = ['judge', '--data', input, '--rows', rowsIn(home), '--model', 'scripted'];
    const rest = await cliIn([...asked, '--base-url', server.baseUrl, '--dry-run'], { home });
    expect(rest.stderr).toContain('12 responses judged before');
    expect(rest.stdout).toMatch(/judge-response +6 /u);
  });
});

async function linesIn(path: string): Promise<number> {
  if ((await stat(path).catch(() => null)) === null) return -1;
  return (await readFile(path, 'utf8')).split('\n').length - 1;
}

describe('criteria of each instruction', () => {
  const BARE = ROWS.slice(0, 6).map(({ id, instruction, system, response }) => ({ id, instruction, system, response }));
  const judged = async (name: string, ...flags: readonly string[]) => {
    const home = await aHome(name);
    const data = join(home, 'bare.jsonl');
    await writeFile(data, BARE.map((row) => `${JSON.stringify(row)}\n`).join(''));
    const result = await cliIn([...args(home, ...flags).map((arg) => (arg === input ? data : arg))], { home });
    const rows = (await readFile(rowsIn(home), 'utf8')).trimEnd().split('\n');
    return { ...result, rows: rows.map((line) => JudgedRow.parse(JSON.parse(line))) };
  };
  const textsOf = (row: JudgedRow) =>
    row.status === 'done' ? row.judgement.items.map(({ text }) => text) : row.reason;

  it('are written once for all its responses', async () => {
    const before = server.requests.filter(({ schemaName }) => schemaName === 'generate-checklist').length;
    const { code, stderr, rows } = await judged('generated');
    expect(code, stderr).toBe(0);
    const written = server.requests.filter(({ schemaName }) => schemaName === 'generate-checklist').length - before;
    expect(written).toBe(2);
    expect(textsOf(rows[0]!)).toEqual(textsOf(rows[2]!));
  });

  it('are discovered once, kept, and found again', async () => {
    const { code, stderr, rows } = await judged('discovered', '--checklist', 'discovered', '--top', '3');
    expect(code, stderr).toBe(0);
    expect(rows.map((row) => textsOf(row).length)).toEqual(rows.map(() => 3));
    const { stdout } = await cliIn(['list'], { home: join(root, 'discovered') });
    expect(stdout.match(/cs_[0-9a-f]+/gu)).toHaveLength(2);
  }, 60_000);
});

it('a server that goes down stops the work, and no row is lost or failed', async () => {
  const down = await startModelServer({ handler: answering(plausibleModel), outage: () => true });
  try {
    const home = await aHome('down');
    const { code, stderr } = await run(home, '--base-url', down.baseUrl);
    expect(code, stderr).toBe(5);
    expect(stderr).toContain('met a server that does not answer');
    expect(await readFile(rowsIn(home), 'utf8')).toBe('');
  } finally {
    await down.close();
  }
  const { code } = await run(join(root, 'down'));
  expect(code).toBe(0);
  expect(await readFile(rowsIn(join(root, 'down')), 'utf8')).toBe(straight.rows);
}, 120_000);
