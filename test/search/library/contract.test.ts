import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openLibrary } from '../../../src/search/library/open-library.ts';
import { createMemoryStore } from '../../../src/store/sqlite/memory.ts';
import { testRun } from '../../support/run-context.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { searchContract } from '../contract.ts';

searchContract('library', async () => {
  const path = await temporaryFolder();
  for (const name of ['one', 'two', 'three', 'four'])
    await writeFile(
      join(path, `${name}.md`),
      `# Cover letters, guide ${name}\n\nA cover letter says in its first lines what the writer can do for the reader, names the post, and gives a reason to read on; the rest proves it with work that was done. ${name}.\n`,
    );
  const { search } = await openLibrary(testRun(), {
    folders: [{ path, via: 'library' }],
    store: createMemoryStore(),
  });
  return { port: search, query: 'cover letter', hopelessQuery: 'xylophone', close: async () => undefined };
});
