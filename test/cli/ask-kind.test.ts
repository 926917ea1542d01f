/** Which kind of text is asked for, where none is plain: whoever sits at the terminal says it. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { runCli } from '../../src/cli/program.ts';
import { cliIn, testShell } from '../support/shell.ts';

/** Runs a command, answers its question, and prints all that it shows, once it has ended. */
const AT_PSEUDO_TERMINAL = `
import os, pty, sys
question, answer, *command = sys.argv[1:]
child, terminal = pty.fork()
if child == 0: os.execvp(command[0], command)
seen = b''
while question.encode() not in seen: seen += os.read(terminal, 65536)
os.write(terminal, answer.encode() + b'\\n')
try:
    while data := os.read(terminal, 65536): seen += data
except OSError: pass
os.waitpid(child, 0)
sys.stdout.buffer.write(seen)
`;

/** Names no kind of the library. */
const PIE = 'vegan pie';
const FIRST_OFFERED = /The kind of text is not plain\. Which is it\?\n {2}1 {2}(.+)\n/u;
const AT_TERMINAL = { stdinIsTty: true, terminal: 100 };
const AT_TERMINAL_ENTER = { ...AT_TERMINAL, stdin: '\n' };

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-ask-kind-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const discover = (instruction: string, more: object, ...flags: readonly string[]) =>
  cliIn(['discover', instruction, '--store', 'memory', '--format', 'json', ...flags], { home, ...more });

async function kindAfter(answer: string) {
  const { stdout, stderr } = await discover(PIE, { ...AT_TERMINAL, stdin: answer });
  expect(stderr).toMatch(FIRST_OFFERED);
  return { kind: CriteriaSet.parse(JSON.parse(stdout)).content.kind, first: FIRST_OFFERED.exec(stderr)?.[1] };
}

describe('a kind that is not plain', () => {
  it.each(['recipe\n', ' Recipe \n', '77\ncomplaint\nrecipe\n'])('is the one that is answered: %j', async (answer) => {
    expect((await kindAfter(answer)).kind).toMatchObject({ name: 'recipe', by: 'option' });
  });

  it.each(['1\n', '77\n1\n'])('is the one whose number is answered: %j', async (answer) => {
    const { kind, first } = await kindAfter(answer);
    expect(kind).toMatchObject({ name: first, by: 'option' });
  });

  it.each(['\n', '  \n'])('stays open where none is meant: %j', async (answer) => {
    expect((await kindAfter(answer)).kind).toBeUndefined();
  });

  it('is asked for where an English note has hardly a function word', async () => {
    const { stderr } = await discover('harbour, 40 boats, tuesday, crane gone wrong again, 45 min', AT_TERMINAL_ENTER);
    expect(stderr).toContain('Which is it?');
  });

  it('is asked for again by a number that is offered', async () => {
    const { stderr } = await discover(PIE, { ...AT_TERMINAL, stdin: '77\n1\n' });
    expect(stderr).toMatch(/There is no 77 here: expected 1 to \d\.\nIts number, /u);
  });

  it('is asked for in whole words, however narrow the terminal', async () => {
    const { stderr } = await discover(PIE, { ...AT_TERMINAL, terminal: 30, stdin: 'recom\n1\n' });
    expect(stderr).toContain('Its number, the name of\nanother kind, or Enter for\nnone of these: ');
    expect(stderr).toContain('Nearest: “letter of\nrecommendation”.');
  });

  it.each([
    ['saga of a pie\n', 1],
    ['saga of a pie\nsaga of a pie\ncomplaint\n1\n', 3],
  ])('is none where no answer names one: %j', async (answers, asked) => {
    const { code, stderr } = await discover(PIE, { ...AT_TERMINAL, stdin: answers });
    expect(code).toBe(2);
    expect(stderr.split('There is no kind of text').length - 1).toBe(asked === 1 ? 2 : asked);
  });

  it('is waited for until the run is stopped', async () => {
    const shell = testShell(AT_TERMINAL);
    const done = runCli(['discover', PIE, '--store', 'memory'], shell);
    await vi.waitFor(() => expect(shell.errors()).toContain('none of these: '));
    shell.send('SIGINT');
    expect(await done).toBe(130);
    expect(shell.errors()).toContain('The run was stopped.');
  });

  it.each([
    ['there is no terminal', {}, []],
    ['the output alone is a terminal', { terminal: 100 }, []],
    ['stdout goes to a file', { ...AT_TERMINAL_ENTER, redirectsStdout: true }, []],
    ['--quiet is given', { ...AT_TERMINAL, stdin: '1\n' }, ['--quiet']],
    ['--kind says it', { ...AT_TERMINAL, stdin: '3\n' }, ['--kind', 'recipe']],
    ['guides of one’s own may be on it', { ...AT_TERMINAL, stdin: '1\n' }, ['--library', '.']],
  ])('is not asked for where %s', async (_where, more, flags) => {
    expect((await discover(PIE, more, ...flags)).stderr).not.toContain('Which is it?');
  });

  it.each([
    ['-', PIE, []],
    [PIE, 'for my aunt', ['--context', '-']],
  ])('is not asked for where stdin was read to its end: %s', async (instruction, stdin, flags) => {
    const { stderr } = await discover(instruction, { ...AT_TERMINAL, stdin }, ...flags);
    expect(stderr).not.toContain('Which is it?');
  });

  it.each(['Write a eulogy for my cat', 'What is 7 times 8?'])('is not asked for of “%s”', async (instruction) => {
    expect((await discover(instruction, { ...AT_TERMINAL, stdin: '1\n' })).stderr).not.toContain('Which is it?');
  });

  it.each(['1', 'recipe', ''])('lets the process end after the answer “%s” at a terminal', async (answer) => {
    const main = join(import.meta.dirname, '../../src/cli/main.ts');
    const command = [process.execPath, '--import', 'tsx', main, 'discover', PIE, '--store', 'memory'];
    const run = promisify(execFile)('python3', ['-c', AT_PSEUDO_TERMINAL, 'none of these:', answer, ...command]);
    onTestFinished(() => void run.child.kill('SIGKILL'));
    expect((await run).stdout).toContain(
      answer === '' ? 'No guidance found' : answer === '1' ? 'kind: ' : 'kind: recipe',
    );
  });
});
