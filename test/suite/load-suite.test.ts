/** What a suite's file names is found beside it, or where an absolute path leads. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InputError } from '../../src/domain/errors.ts';
import { loadSuite } from '../../src/suite/load-suite.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { checklist, item } from '../support/checklist.ts';

const FILES = { 'letter-1.txt': 'A note.', 'rows.csv': 'topic\nrain\n', 'prompt.md': 'Now: {{instruction}}' };

it.each(['{task}.txt', '{task}*.txt'])(
  'reads files, variables, prompts and checklists by either path: %s',
  async (files) => {
    const elsewhere = await temporaryFolder();
    const folder = join(elsewhere, 'suites');
    await mkdir(folder);
    for (const [name, text] of Object.entries(FILES)) await writeFile(join(elsewhere, name), text);
    const asked: string[] = [];
    const loadedFrom = async (root: string) => {
      const path = join(folder, 'a.yaml');
      await writeFile(
        path,
        `variables: ${root}/rows.csv
tasks: [{ id: letter, instruction: 'Write about {{topic}}.', checklist: ${root}/list.md }]
sources: [{ id: drafts, files: '${root}/${files}' }, { id: writer, model: m, prompt: ${root}/prompt.md }]
`,
      );
      const reader = {
        stdin: process.stdin,
        signal: new AbortController().signal,
        env: {},
        findChecklist: async (reference: string) => {
          asked.push(reference);
          return checklist([item(1)]);
        },
      };
      const { cells } = await loadSuite(reader, path, []);
      return cells.map(({ task, source, files: read }) => [task.task.instruction, source, read]);
    };
    const absolute = await loadedFrom(elsewhere);
    expect(absolute).toEqual([
      ['Write about rain.', expect.anything(), [{ name: '../letter-1.txt', response: 'A note.' }]],
      ['Write about rain.', expect.objectContaining({ prompt: 'Now: {{instruction}}' }), []],
    ]);
    const relative = await loadedFrom('..');
    expect(relative.map(([, , read]) => read)).toEqual(absolute.map(([, , read]) => read));
    expect(new Set(asked)).toEqual(new Set([join(elsewhere, 'list.md')]));
  },
);

it('names the suite and the task whose checklist cannot be read', async () => {
  const path = join(await temporaryFolder(), 'a.yaml');
  await writeFile(
    path,
    `tasks: [{ id: letter, instruction: Write., checklist: gone.md }]
sources: [{ id: writer, model: m }]
`,
  );
  const reader = {
    stdin: process.stdin,
    signal: new AbortController().signal,
    env: {},
    findChecklist: () => Promise.reject(new InputError('gone.md cannot be read.', { advice: 'Name another.' })),
  };
  await expect(loadSuite(reader, path, [])).rejects.toMatchObject({
    message: `${path}, task letter: gone.md cannot be read.`,
    advice: 'Name another.',
  });
});
