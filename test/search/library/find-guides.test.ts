import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InputError } from '../../../src/domain/errors.ts';
import { findGuides, MAX_GUIDES } from '../../../src/search/library/find-guides.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

it('takes so many guides and no more', { timeout: 60_000 }, async () => {
  const path = await temporaryFolder();
  const folders = [{ path, via: 'library' as const }];
  const { signal } = new AbortController();
  for (let index = 0; index < MAX_GUIDES; index += 1) writeFileSync(join(path, `${index}.txt`), '');
  expect((await findGuides(folders, signal)).files).toHaveLength(MAX_GUIDES);
  writeFileSync(join(path, 'one-more.txt'), '');
  await expect(findGuides(folders, signal)).rejects.toThrow(InputError);
  await expect(findGuides(folders, signal)).rejects.toThrow(`beyond ${MAX_GUIDES} guides`);
});
