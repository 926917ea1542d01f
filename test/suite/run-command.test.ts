/** Programs that write responses: what they write, and every way in which they do not. */
import { expect, it } from 'vitest';
import { CancelledError } from '../../src/domain/errors.ts';
import { runCommand, type CommandToRun } from '../../src/suite/run-command.ts';

const run = (program: string, changes: Partial<CommandToRun> = {}) =>
  runCommand({
    command: [process.execPath, '--input-type=module', '--eval', program],
    folder: import.meta.dirname,
    stdin: 'Write a toast',
    environment: process.env,
    variables: [],
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...changes,
  });

it('gives what the program writes, in its folder, with the instruction on stdin', async () => {
  const program =
    "import { text } from 'node:stream/consumers'; console.log(process.cwd() + ': ' + (await text(process.stdin)) + ' ü');";
  expect(await run(program)).toEqual({ status: 'done', value: `${import.meta.dirname}: Write a toast ü\n` });
});

it('does not need the program to read, and takes an empty text for one', async () => {
  expect(await run('', { stdin: 'x'.repeat(5_000_000) })).toEqual({ status: 'done', value: '' });
});

it.each([
  ['fails', "console.error('no\\u001b[2J luck'); process.exit(3)", /exit code 3: no.*luck\./u],
  ['ends by a signal', "process.kill(process.pid, 'SIGTERM'); setInterval(() => {}, 1000)", /SIGTERM/u],
  ['writes what is no text', 'process.stdout.write(new Uint8Array([255, 254]))', /not UTF-8/u],
  ['writes too much', "process.stdout.write('x'.repeat(5_000_000))", /wrote more than 4000000 bytes/u],
])('says why there is no response where the program %s', async (_what, program, reason) => {
  const outcome = await run(program);
  expect(outcome.status === 'unscored' ? outcome.reason : '').toMatch(reason);
});

it('gets the variables that are named and a few that hold no secrets, and shows no secret of the others', async () => {
  const environment = {
    ...{ PATH: process.env['PATH'], HOME: '/home/ada', LANG: 'C', TMPDIR: '/tmp' },
    ...{ OPENAI_API_KEY: 'canary-3f81c09d', PGPASSWORD: 'canary-77e2b1', APP_TOKEN: 'canary-5d20aa' },
  };
  const variables = ['APP_TOKEN', 'NOT_SET'];
  const names = await run('console.log(Object.keys(process.env).sort().join())', { environment, variables });
  expect(names).toEqual({ status: 'done', value: 'APP_TOKEN,HOME,LANG,PATH,TMPDIR\n' });
  const guess = "console.log('canary-77e2b1', Buffer.from(process.env.APP_TOKEN).toString('base64'))";
  expect(await run(guess, { environment, variables })).toEqual({
    status: 'done',
    value: `${'*'.repeat(13)} ${'*'.repeat(18)}==\n`,
  });
  const complaint = await run('console.error(process.env.APP_TOKEN); process.exit(1)', { environment, variables });
  expect(JSON.stringify(complaint)).not.toContain('canary');
});

it.each([
  ['DATABASE_URL', 'postgres://ada:canary%2F91c0@db.example.org/texts', 'canary/91c0'],
  ['BROKER_PASS', 'canary-68f0b3', 'canary-68f0b3'],
  ['AWS_ACCESS_KEY_ID', 'CANARY91C05D20AA', 'CANARY91C05D20AA'],
])('shows nothing secret of %s', async (name, value, secret) => {
  const written = await run(`console.log(${JSON.stringify(`It is ${secret}.`)})`, { environment: { [name]: value } });
  expect(written).toEqual({ status: 'done', value: `It is ${'*'.repeat(secret.length)}.\n` });
});

it('ends a program that takes too long, with what it started', async () => {
  const child =
    "require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' })";
  const program = `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url); ${child}; setInterval(() => {}, 1000);`;
  const outcome = await run(program, { timeoutMs: 700 });
  expect(outcome).toEqual({ status: 'unscored', reason: `${process.execPath} took longer than 0.7 s.` });
});

it.each([
  ['there is no such program', ['no-such-program'], /^no-such-program cannot be run.*ENOENT/u],
  ['its path leads through a file', ['./run-command.test.ts/program'], /program cannot be run.*ENOTDIR/u],
  ['its name is too long', ['p'.repeat(5_000)], /p cannot be run.*ENAMETOOLONG/u],
  ['an argument has a NUL', ['echo', 'a\0b'], /^echo cannot be run.*null bytes/u],
])('says that %s', async (_what, command, reason) => {
  const outcome = await run('', { command });
  expect(outcome.status === 'unscored' ? outcome.reason : '').toMatch(reason);
});

it('ends at once when it is stopped', async () => {
  const controller = new AbortController();
  const running = run("console.log('on'); setInterval(() => {}, 1000)", { signal: controller.signal });
  controller.abort('SIGINT');
  await expect(running).rejects.toThrow(CancelledError);
});
