/** Where a file is written, and why it could not be, in words that are so. */
import { lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isSameFile, notWritten, placeOf, writablePlaceOf, writeWhole } from '../../src/data/output-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('says that a folder is not there only where it is not', async () => {
  // As /proc answers, which takes no files.
  const error = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  const folder = await temporaryFolder();
  const reasonIn = (path: string) => notWritten(path, error).message.split(': ').at(-1);
  expect(reasonIn(join(folder, 'x.json'))).toBe('its folder takes no new files.');
  expect(reasonIn(join(folder, 'gone', 'x.json'))).toBe('its folder is not there.');
});

it('writes through links to what is not there yet, and leaves the links', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  await mkdir(at('results'));
  await symlink('results', at('latest'));
  await symlink(join('latest', 'x.json'), at('second'));
  await symlink('second', at('first'));
  expect(await isSameFile(at('first'), at('results/x.json'))).toBe(true);
  await writeWhole(at('first'), '{}', await writablePlaceOf(at('first')));
  expect(await readFile(at('results/x.json'), 'utf8')).toBe('{}');
  expect((await lstat(at('first'))).isSymbolicLink()).toBe(true);

  await symlink('circle', at('circle'));
  expect((await placeOf(at('circle'))).path).toBe(at('circle'));
  await symlink(join('nosuch', '..', 'back'), at('back'));
  expect((await placeOf(at('back'))).path).toBe(at('back'));
});
