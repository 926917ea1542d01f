/** Files of example requests. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readKinds } from '../../../src/search/library/read-kinds.ts';
import { readRequests } from '../../../src/search/library/read-requests.ts';
import { LIBRARY, REQUESTS } from '../../support/bundled-kinds.ts';

const folder = await mkdtemp(join(tmpdir(), 'groundrule-requests-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('are read by writer and kind, over several lines', async () => {
  await writeFile(join(folder, 'b.md'), '## SQL query\n\n- Postgres: how many?\n');
  await writeFile(
    join(folder, 'a.md'),
    '## letter\n\n- Dear so-and-so\n  - he barks\n  ## loudly\n- to Ann\n\n## poem\n\n- o tea\n',
  );
  expect(await readRequests(folder)).toEqual([
    { writer: 'a', kind: 'letter', text: 'Dear so-and-so\n- he barks\n## loudly' },
    { writer: 'a', kind: 'letter', text: 'to Ann' },
    { writer: 'a', kind: 'poem', text: 'o tea' },
    { writer: 'b', kind: 'SQL query', text: 'Postgres: how many?' },
  ]);
});

it.each(['- under no kind', '## letter\n\nno request', '## letter\n  further', '# letter'])(
  'are refused, with file and line, where a line is none of these: %j',
  async (text) => {
    await writeFile(join(folder, 'c.md'), text);
    await expect(readRequests(folder)).rejects.toThrow(/^c\.md, line [123]: “.*” is neither a kind nor a request\.$/u);
    await rm(join(folder, 'c.md'));
  },
);

it('are there for every kind, each once', async () => {
  const [{ guided, others }, requests] = await Promise.all([readKinds(LIBRARY), readRequests(REQUESTS)]);
  const names = [...guided.map((kind) => kind.folder), ...others.map(({ name }) => name)];
  expect(new Set(names).size).toBe(names.length);
  expect(new Set(requests.map(({ kind }) => kind))).toEqual(new Set(names));
  const all = requests.map(({ kind, text }) => `${kind}: ${text}`);
  expect(new Set(all).size).toBe(all.length);
});
