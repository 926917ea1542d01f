/** `keys add`: whose a key is, and a key that nobody could read. */
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { runCli } from '../../src/cli/program.ts';
import { cli, testShell } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('add needs a name, without the spaces around it', async () => {
  const store = join(await temporaryFolder(), 'store.sqlite');
  for (const empty of ['', '  ']) {
    const { code, stderr } = await cli(['keys', 'add', empty, '--store', store]);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining('name of a key is empty')]);
  }
  expect((await cli(['keys', 'add', ' ci ', '--store', store])).code).toBe(EXIT.done);
  const listed = await cli(['keys', 'list', '--format', 'json', '--store', store]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ name: 'ci' }]);
});

it('add keeps no key that could not be printed', async () => {
  const store = join(await temporaryFolder(), 'store.sqlite');
  const shell = testShell();
  const stdout = new Writable({ write: (_chunk, _encoding, done) => done(new Error('no space left on device')) });
  stdout.on('error', () => undefined);
  expect(await runCli(['keys', 'add', 'ci', '--store', store], { ...shell, stdout })).toBe(EXIT.unavailable);
  expect((await cli(['keys', 'list', '--store', store])).stdout).toBe('');
});
