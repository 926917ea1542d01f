/** What a shell is told when a word is to be completed. */
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { systemClock } from '../../src/client/clock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { cli } from '../support/shell.ts';
import { join } from 'node:path';
import { temporaryFolder } from '../support/temporary-folder.ts';

const { set } = criteriaSetFixture();

async function complete(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout } = await cli(['complete', '--', ...words]);
  expect(code).toBe(EXIT.done);
  return stdout.split('\n').filter((line) => line !== '');
}

describe('complete', () => {
  it.each([
    [['dis'], ['discover']],
    [
      ['sets', ''],
      ['list', 'remove', 'help'],
    ],
    [
      ['judge', '--check'],
      ['--checklist', '--checks'],
    ],
    [['judge', '--format', 'ju'], ['junit']],
    [['discover', '--kind', 'cover'], ['cover letter']],
    [['discover', '--kind', 'cover\\ l'], ['cover letter']],
    [['discover', 'Wri'], []],
    [
      ['completion', ''],
      ['bash', 'zsh', 'fish'],
    ],
  ])('%j: %j', async (words, candidates) => {
    expect(await complete(...words)).toEqual(candidates);
  });

  it.each([[['show', '']], [['audit', '']], [['sets', 'remove', '']], [['judge', '--set', '']]])(
    '%j: ids of stored sets',
    async (words) => {
      const path = join(await temporaryFolder(), 'store.sqlite');
      const store = await openSqliteStore(path, systemClock);
      await store.putSet(set);
      await store.close();
      const { stdout } = await cli(['complete', '--store', path, '--', ...words]);
      expect(stdout).toBe(`last\n${set.id}\n`);
    },
  );
});

describe('completion', () => {
  it('prints a script for each shell that asks for what fits', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await cli(['completion', shell])).stdout, shell).toContain('groundrule complete -- ');
  });

  it('says first what it needs and how it is installed', async () => {
    for (const shell of ['bash', 'zsh', 'fish'])
      expect((await cli(['completion', shell])).stdout.split('\n').slice(0, 2).join('\n')).toMatch(
        new RegExp(`must be on your PATH .*npm link.*: groundrule completion ${shell} >`, 'u'),
      );
  });

  it('says which shells there are', async () => {
    const { code, stderr } = await cli(['completion', 'tcsh']);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toContain('Allowed choices are bash, zsh, fish.');
  });
});
