/** What a file is called reaches a terminal as text: no name clears a screen, or passes for a line of ours. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { printable } from '../../src/text/printable.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const EVIL = 'a\u001b[2J\u009b31m\r\u202eb';

it('names of responses, checklists, folders, outputs and arguments are shown, not obeyed', async () => {
  const folder = await temporaryFolder();
  const at = (name: string) => join(folder, name);
  await mkdir(at(EVIL));
  await Promise.all([
    writeFile(at(`${EVIL}.md`), 'Dear panel, the budget is 10 euros.\n'),
    writeFile(at('list.md'), '- It has at most 60 words. `check: words <= 60`\n'),
    writeFile(at(`${EVIL}/list.md`), '- It has at most 3 words. `check: words <= 3`\n'),
    writeFile(at(`${EVIL}/guide.md`), '# Toasts\n\nYou should open a toast with the name of the host. '.repeat(9)),
  ]);
  const store = ['--store', 'memory'];
  const file = at(`${EVIL}.md`);
  const commands = [
    ...['table', 'json', 'markdown', 'html', 'junit', 'csv'].map((format) => [
      ...['judge', file, '--checklist', at('list.md'), '--min', '0.5', '--format', format],
    ]),
    ['judge', file, '--checklist', at(`${EVIL}/list.md`), '--min', '0.9'],
    ['judge', file, '--checklist', at('list.md'), '--out', at(`${EVIL}/out.txt`)],
    ['judge', at(`${EVIL}/none.md`), '--checklist', at('list.md')],
    ['judge', file, '--checklist', at(`${EVIL}/none.md`)],
    ...['table', 'html', 'markdown', 'csv', 'json'].map((format) => [
      ...['compare', file, at(`${EVIL}/guide.md`), '--checklist', at('list.md'), '--format', format],
    ]),
    ['best-of', file, at(`${EVIL}/guide.md`), '--checklist', at('list.md')],
    ['test', at(`${EVIL}/none.yaml`)],
    ['checklist', 'show', at(`${EVIL}/list.md`), '--format', 'json', '--out', at(`${EVIL}/x.json`)],
    ['discover', 'Write a toast for a wedding', '--library', at(EVIL), '-v', '--out', at(`${EVIL}/set.txt`)],
    ['precompute', at(`${EVIL}/none.jsonl`), '--out', at(`${EVIL}/rows.jsonl`)],
    ['audit', EVIL],
    ['doctor', '--config', at(EVIL)],
    ['library', 'add', EVIL, '--to', at(EVIL)],
    ['cache', 'verify', at(`${EVIL}/none`)],
    [EVIL],
    ['judge', `--${EVIL}`],
  ];
  for (const args of commands) {
    const known = args.includes('verify') || args[0] === EVIL || args[1] === `--${EVIL}` ? [] : store;
    const { stdout, stderr } = await cli([...args, ...known]);
    const said = (stdout + stderr).replaceAll('\r\n', '\n');
    expect(said, args.join(' ')).toBe(printable(said));
    expect(said, args.join(' ')).not.toBe('');
  }
});
