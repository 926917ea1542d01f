/** Why a file could not be written, in words that are so. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { notWritten } from '../../src/data/output-file.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('says that a folder is not there only where it is not', async () => {
  // As /proc answers, which takes no files.
  const error = Object.assign(new Error('no such file'), { code: 'ENOENT' });
  const folder = await temporaryFolder();
  const reasonIn = (path: string) => notWritten(path, error).message.split(': ').at(-1);
  expect(reasonIn(join(folder, 'x.json'))).toBe('its folder takes no new files.');
  expect(reasonIn(join(folder, 'gone', 'x.json'))).toBe('its folder is not there.');
});
