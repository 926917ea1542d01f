/** `library show`: what of a page is read, and what is left out with its reason. */
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { makePages } from '../support/guide-web/make-pages.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { startWebServer } from '../support/web-server.ts';

const ADVICE = [
  'Name the reader in the first line, and say at once what you want of them and by when.',
  'Cut whatever they know already.',
];
const PAGE = `<!doctype html><html><head><title>Notes</title></head><body><nav><ul><li><a href="/">Home</a></li></ul></nav>
<article><h2>How to write a note</h2>${ADVICE.map((text) => `<p>${text} It is read in a hurry, between two other things.</p>`).join('')}</article>
<footer><p><a href="/imprint">Imprint</a></p></footer></body></html>`;
const MEMORY = ['--store', 'memory'];

async function fileOf(name: string, text: string): Promise<string> {
  const file = join(await temporaryFolder(), name);
  await writeFile(file, text);
  return file;
}

it('shows the text of a file, and with --blocks all of it, kept and dropped, with the reason of each', async () => {
  const file = await fileOf('note.html', PAGE);
  const plain = await cli(['library', 'show', file, ...MEMORY]);
  expect(plain.code, plain.stderr).toBe(EXIT.done);
  for (const text of ADVICE) expect(plain.stdout).toContain(text);
  expect(plain.stdout).not.toMatch(/Home|Imprint/u);
  const { stdout } = await cli(['library', 'show', file, '--blocks', ...MEMORY]);
  expect(stdout).toMatch(/^\d of 5 blocks kept, by /u);
  for (const text of ADVICE) expect(stdout).toMatch(new RegExp(`kept +paragraph: ${text}.*\\(.+\\)`, 'u'));
  for (const text of ['Home', 'Imprint'])
    expect(stdout).toMatch(new RegExp(`dropped +[\\w-]+: ${text} +\\(.+\\)`, 'u'));
  const json = await cli(['library', 'show', file, '--blocks', '--format', 'json', ...MEMORY]);
  const { blocks } = JSON.parse(json.stdout) as { blocks: { isKept: boolean; reason: string }[] };
  expect(blocks.map(({ isKept }) => isKept)).toContain(false);
  for (const { reason } of blocks) expect(reason).not.toBe('');
});

it('reads Markdown whole, pages of the web by the guard, and says why a document is none', async () => {
  const guide = await fileOf('note.md', '# Notes\n\nName the reader.\n');
  expect((await cli(['library', 'show', guide, '--blocks', ...MEMORY])).stdout).toContain(
    '2 of 2 blocks kept, by all of it',
  );
  const binary = await cli(['library', 'show', await fileOf('note.bin', '\0\u0001'), ...MEMORY]);
  expect([binary.code, binary.stderr.includes('not-text: the bytes are binary')]).toEqual([EXIT.badInput, true]);
  const pages = await makePages({
    textKind: 'grant-proposal',
    counts: { guide: 1, general: 0, 'other-kind': 0, 'off-topic': 0, thin: 0, copy: 0 },
    ...{ sites: 1, sentences: 30, frame: 'bare', seed: 'library show' },
  });
  const web = await startWebServer({ pages, addressOf: () => '127.0.4.9' });
  onTestFinished(() => web.close());
  const url = web.urlOf(pages[0]!);
  expect((await cli(['library', 'show', url, ...MEMORY])).code).toBe(EXIT.badInput);
  const hosts = web.allowHosts.flatMap((host) => ['--allow-host', host]);
  const shown = await cli(['library', 'show', url, '--blocks', ...hosts, ...MEMORY]);
  expect([shown.code, shown.stdout.includes('kept ')], shown.stderr).toEqual([EXIT.done, true]);
});

it('takes the address of a guide as records have it: of the bundled ones, and of folders that are named', async () => {
  const bundled = await cli(['library', 'show', 'library:toast/toast-checklist-before-you-stand-up.html', ...MEMORY]);
  expect([bundled.code, bundled.stdout.length > 500]).toEqual([EXIT.done, true]);
  const own = dirname(await fileOf('my note.md', '# Notes\n\nName the reader.\n'));
  const shown = await cli(['library', 'show', 'library:my%20note.md', '--library', own, ...MEMORY]);
  expect([shown.code, shown.stdout]).toEqual([EXIT.done, 'Notes\nName the reader.\n']);
  const missing = await cli(['library', 'show', 'library:..%2Fpackage.json', ...MEMORY]);
  expect([missing.code, missing.stderr]).toEqual([EXIT.badInput, expect.stringContaining('no such guide')]);
});
