/** The built program in processes of its own: every command once, how runs end, and what is missing of an installation. */
import { access, constants, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createProgram } from '../../src/cli/program.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { ended, runBuiltCli, startBuiltCli, type BuiltRun } from '../support/built-cli.ts';
import { answering } from '../support/guide-web/start-guide-web.ts';
import { startModelServer, type ModelServer } from '../support/model-server/server.ts';
import { plausibleModel } from '../support/plausible-model.ts';
import { testShell } from '../support/shell.ts';

const LETTER = 'Write a cover letter for a junior data analyst';
const EXAMPLES = join(import.meta.dirname, '../../examples');
const PAIR = { instruction: LETTER, a: 'Dear Ms Lind, I know SQL.', b: 'Hello.', label: 'a' };

let home = '';
let record = '';
let setId = '';
let server: ModelServer;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  record = join(home, 'letter.json');
  server = await startModelServer({ handler: answering(plausibleModel), models: ['scripted'] });
  await run(['discover', LETTER, '--format', 'json', '--out', record]);
  setId = CriteriaSet.parse(JSON.parse(await readFile(record, 'utf8'))).id;
  for (const name of ['note.md', 'note-second.md', 'note.yaml', 'tasks.jsonl', 'labels.csv', 'suite'])
    await cp(join(EXAMPLES, name), join(home, name), { recursive: true });
  await writeFile(join(home, 'pairs.jsonl'), `${JSON.stringify(PAIR)}\n`);
  await writeFile(join(home, 'categories.csv'), 'model,person\ntone,tone\nlength,"length,tone"\n');
  await writeFile(join(home, 'ratings.csv'), 'system,criterion,u1,u2,o1,o2\nweb,Short?,3,2,0,1\nown,Clear?,1,2,1,1\n');
}, 60_000);
afterAll(async () => {
  await server.close();
  await rm(home, { recursive: true, force: true });
});

function run(args: readonly string[], more: { stdin?: string; env?: Record<string, string> } = {}): Promise<BuiltRun> {
  return runBuiltCli(args, { home, ...more });
}

/** In this order, in one folder: what the one keeps, the next one uses. */
const COMMANDS: readonly (readonly [line: string, code: number, model?: 'with a model'])[] = [
  ['list', 0],
  ['show letter.json', 0],
  ['audit letter.json --verify', 0],
  ['precompute tasks.jsonl --queue --queries 1 --keep 1', 0],
  ['queue status', 0],
  ['queue failed', 0],
  ['queue drain', 0],
  ['queue resume', 0],
  ['queue cancel --all', 0],
  ['queue retry --all', 0],
  ['worker --until-empty --queries 1 --keep 1', 0],
  ['checklist show note.yaml', 0],
  ['checklist edit note.yaml --drop i1 --out edited.yaml', 0],
  ['checklist generate Haiku', 0, 'with a model'],
  ['checklist review note.yaml', 0, 'with a model'],
  ['checklist ablate --pairs pairs.jsonl --checklist note.yaml', 0, 'with a model'],
  ['judge note.md --checklist note.yaml', 0, 'with a model'],
  ['test suite/groundrule.suite.yaml', 8],
  ['compare note.md note-second.md --checklist note.yaml', 0, 'with a model'],
  ['protocols', 0],
  ['refine note.md --checklist note.yaml', 0, 'with a model'],
  ['best-of --n 2 --instruction Write', 0, 'with a model'],
  ['actionability note.md --checklist note.yaml', 0, 'with a model'],
  ['keys add ci', 0],
  ['keys list', 0],
  ['keys revoke 0f1e2d3c4b5a6978', 2],
  ['export-dpo pairs.jsonl', 0],
  ['measure criteria letter.json', 0],
  ['measure judge labels.csv', 0],
  ['measure labels labels.csv --field labels=label', 0],
  ['measure categories categories.csv --field predicted=model --field labels=person', 0],
  ['measure ratings ratings.csv --field utility=u1,u2 --field obviousness=o1,o2', 0],
  ['measure policies pairs.jsonl --policies baseline', 0, 'with a model'],
  ['experiment run none.yaml', 2],
  ['sets list', 0],
  ['store sizes', 0],
  ['store prune --dry-run', 0],
  ['cache export --out sets.jsonl', 0],
  ['cache verify sets.jsonl', 0],
  ['cache stats sets.jsonl', 0],
  ['cache import sets.jsonl --store other.sqlite', 0],
  ['cache diff sets.jsonl', 0],
  ['sets remove SET', 0],
  ['library add http://127.0.0.1:9/ --to library', 1],
  ['library kinds', 0],
  ['library show note.md --blocks', 0],
  ['schema', 0],
  ['completion bash', 0],
  ['help judge', 0],
  ['doctor', 0],
  ['trust', 2],
];
/** The record comes from a discovery; the others have tests of their own. */
const ELSEWHERE = ['discover', 'serve', 'view', 'mcp'];
const wordsOf = (line: string) => line.replace('SET', setId).split(' ');

describe('every command of the bundle', () => {
  it('is here, or in a test of what serves', async () => {
    const all = (await createProgram(testShell(), () => undefined)).commands.flatMap((command) =>
      command.commands.length === 0
        ? [command.name()]
        : command.commands.map((each) => `${command.name()} ${each.name()}`),
    );
    const notHere = all.filter((name) => !COMMANDS.some(([line]) => `${line} `.startsWith(`${name} `)));
    expect(notHere.toSorted()).toEqual(ELSEWHERE.toSorted());
  });

  it.for(COMMANDS)('%s: %i', async ([line, exitCode, model]) => {
    const flags = model === undefined ? [] : ['--model', 'scripted', '--base-url', server.baseUrl];
    const { code, stdout, stderr } = await run([...wordsOf(line), ...flags]);
    expect(code, stdout + stderr).toBe(exitCode);
  });
});

describe('how a run ends', () => {
  it('with a closed pipe: as if nothing had happened', async () => {
    const child = startBuiltCli(['audit', record, '--format', 'json'], { home });
    child.stdin.end();
    const result = ended(child);
    child.stdout.destroy();
    expect(await result).toMatchObject({ code: 0, signal: null, stderr: '' });
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('with %s: cleanly, with %i, and without a half-written file', async (signal, code) => {
    const out = join(home, `${signal}.json`);
    const child = startBuiltCli(['discover', LETTER, '--context', '-', '--out', out], { home });
    const result = ended(child);
    // More than the system holds for a reader: once it is written, the command is reading, and waits for the rest.
    await new Promise((resolve) => child.stdin.write('a'.repeat(400_000), resolve));
    child.kill(signal);
    expect(await result).toMatchObject({ code, signal: null, stdout: '' });
    await expect(access(out)).rejects.toThrow('ENOENT');
  });

  it('with SIGINT in the middle of the work: cleanly too', async () => {
    const child = startBuiltCli(['discover', LETTER, '--store', join(home, 'interrupted.sqlite')], { home });
    child.stdin.end();
    const result = ended(child);
    // The first line of progress: the library is read, the steps have begun.
    child.stderr.once('data', () => child.kill('SIGINT'));
    expect(await result).toMatchObject({ code: 130, signal: null });
    expect((await result).stderr).toMatch(/stopped/u);
  });

  it.runIf(process.platform === 'linux')('with a full disk: an error, and the exit code for it', async () => {
    const { execFile } = await import('node:child_process');
    const main = join(import.meta.dirname, '..', '..', 'dist/bin/main.js');
    const result = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
      const script = '"$0" "$1" show "$2" --format json > /dev/full';
      execFile('sh', ['-c', script, process.execPath, main, record], (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });
    expect(result.stderr).toContain('The result could not be written');
    expect(result.code).toBe(5);
  });
});

describe('the program', () => {
  it.skipIf(process.platform === 'win32')('can be executed', async () => {
    const main = join(import.meta.dirname, '..', '..', 'dist/bin/main.js');
    await access(main, constants.X_OK);
    expect((await readFile(main, 'utf8')).startsWith('#!/usr/bin/env node\n')).toBe(true);
  });
});

describe('without the SQLite driver', () => {
  const hook =
    "export const resolve = (name, context, next) => { if (name === 'libsql') throw new Error('it is not installed'); return next(name, context); };";
  const asUrl = (code: string) => `data:text/javascript,${encodeURIComponent(code)}`;
  const preload = `import { register } from 'node:module'; register(${JSON.stringify(asUrl(hook))});`;
  const env = { NODE_OPTIONS: `--import ${asUrl(preload)}` };

  it.each(['memory', 'asked.sqlite'])('says what to do, whatever store is asked for: %s', async (store) => {
    const { code, stderr } = await run(['discover', LETTER, '--store', store], { env });
    expect(code).toBe(5);
    expect(stderr).toMatch(/The SQLite driver cannot be loaded: .*it is not installed/u);
    expect(stderr).toContain('npm install libsql');
  });

  it('doctor says how to mend it', async () => {
    const { code, stdout } = await run(['doctor'], { env });
    expect(code).toBe(5);
    expect(stdout).toMatch(/FAIL SQLite driver: [^·]*it is not\s+installed/u);
    expect(stdout).toContain('npm install libsql');
  });
});
