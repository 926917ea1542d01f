/** `groundrule checklist`: what it makes of files, sets and edits, in this process. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { Checklist } from '../../src/domain/checklist.ts';
import { criteriaSetFixture } from '../support/criteria-set.ts';
import { cli } from '../support/shell.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const QUESTIONS = '# Ours\n\n- [ ] Is it short?\n- Is it *kind*?\n- Has it been proofread by a friend?\n';

async function fileOf(text: string, name = 'questions.md'): Promise<string> {
  const path = join(await temporaryFolder(), name);
  await writeFile(path, text);
  return path;
}

const run = (args: readonly string[], stdin = '') => cli(['checklist', ...args, '--store', 'memory'], { stdin });

describe('checklist show', () => {
  it('prints a table of a Markdown list', async () => {
    const { code, stdout, stderr } = await run(['show', await fileOf(QUESTIONS)]);
    expect([code, stderr]).toEqual([EXIT.done, '']);
    expect(stdout).toMatch(/i2 +100 +user +Is it kind\?/u);
  });

  it.each(['json', 'yaml'])('writes %s that reads again as the same checklist', async (format) => {
    const { stdout } = await run(['show', await fileOf(QUESTIONS), '--format', 'json']);
    const out = join(await temporaryFolder(), `list.${format}`);
    const written = await run(['export', await fileOf(QUESTIONS), '-f', format, '-o', out]);
    expect(written.code).toBe(EXIT.done);
    const again = await run(['import', out, '--format', 'json']);
    expect(Checklist.parse(JSON.parse(again.stdout))).toEqual(Checklist.parse(JSON.parse(stdout)));
  });

  it('writes a list to tick, which reads again with the same wordings', async () => {
    const { stdout } = await run(['show', await fileOf(QUESTIONS), '--format', 'markdown']);
    expect(stdout).toBe(
      '# Checklist\n\n- [ ] Is it short?\n- [ ] Is it kind?\n- [ ] Has it been proofread by a friend?\n',
    );
  });

  it('writes weights, categories and pins into the list, and says what the list has not', async () => {
    const list =
      'instruction: Write a note\nitems:\n  - text: Is it warm?\n    weight: 40\n    pinned: true\n  - text: Is it so?\n    categories: [tone]\n';
    const written = await run(['show', await fileOf(list, 'list.yaml'), '--format', 'markdown']);
    expect(written.stdout).toContain('- [ ] Is it warm? `weight 40; pinned`\n- [ ] Is it so? `tone`\n');
    expect(written.stderr).toMatch(/Markdown keeps .* and no more \(JSON and YAML keep all\)/u);
    const again = await run(['show', await fileOf(written.stdout), '--format', 'json']);
    expect(Checklist.parse(JSON.parse(again.stdout)).items).toMatchObject([
      { text: 'Is it warm?', weight: 40, pinned: true, categories: [] },
      { text: 'Is it so?', weight: 100, pinned: false, categories: ['tone'] },
    ]);
  });

  it('refuses a weight out of bounds in a list, with its line', async () => {
    const { code, stderr } = await run(['show', await fileOf('- Is it so?\n- Is it warm? `weight 400`\n')]);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(/line 2: the weight is 400/u)]);
  });

  it('takes a set of criteria, cut to its best', async () => {
    const { set } = criteriaSetFixture();
    const { stdout } = await run(['show', '-', '--top', '1', '--format', 'json'], JSON.stringify(set));
    const { items, leftOut, task } = Checklist.parse(JSON.parse(stdout));
    expect(items.map(({ from }) => from)).toEqual([
      { set: set.id, criterion: set.content.criteria.find(({ explicit }) => explicit)?.id },
    ]);
    expect(leftOut).toHaveLength(set.content.criteria.length - 1);
    expect(task).toEqual(set.content.task);
  });

  it.each([
    [
      'no such file',
      ['show', '/nowhere/list.md'],
      /“\/nowhere\/list\.md” is neither a file nor the id of a stored set, nor “last”\.\nIds of stored sets begin with cs_/u,
    ],
    ['no such set', ['show', 'cs_0123'], /has no set cs_0123/u],
    ['a --top out of bounds', ['show', 'x', '--top', '0'], /whole number from 1/u],
  ])('%s: says so', async (_what, args, says) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([EXIT.badInput, '']);
    expect(stderr).toMatch(says);
  });
});

describe('checklist edit', () => {
  it('pins, drops, rewords, reweights and adds; what it writes can be edited again', async () => {
    const mine = join(await temporaryFolder(), 'mine.json');
    const first = await run([
      ...['edit', await fileOf(QUESTIONS), '--pin', 'i2', '--drop', 'i3', '--weight', 'i1=50'],
      ...['--reword', 'i1=The response should have at most 50 words.', '--add', 'Is it signed?', '-o', mine],
    ]);
    expect(first.code, first.stderr).toBe(EXIT.done);
    const again = await run(['edit', mine, '--unpin', 'i2']);
    expect([again.stdout, again.stderr]).toEqual(['', expect.stringContaining(`written to ${mine}`)]);
    const { items, leftOut } = Checklist.parse(JSON.parse(await readFile(mine, 'utf8')));
    expect(items.map(({ id, text, weight, pinned, formerText }) => [id, text, weight, pinned, formerText])).toEqual([
      ['i1', 'The response should have at most 50 words.', 50, false, 'Is it short?'],
      ['i2', 'Is it kind?', 100, false, null],
      ['i4', 'Is it signed?', 100, false, null],
    ]);
    expect(leftOut).toEqual([{ text: 'Has it been proofread by a friend?', reason: 'i3 was dropped by a person.' }]);
  });

  it('keeps the form of the file that it edits, and prints it only where it is asked to', async () => {
    const file = join(await temporaryFolder(), 'mine.md');
    await writeFile(file, '- Is it short?\n');
    const printed = await run(['edit', file, '--add', 'Is it kind?', '--out', '-']);
    expect(printed.stdout).toContain('- [ ] Is it kind?');
    expect(await readFile(file, 'utf8')).toBe('- Is it short?\n');
    await run(['edit', file, '--add', 'Is it kind?']);
    expect(await readFile(file, 'utf8')).toMatch(/- \[ \] Is it short\?\n- \[ \] Is it kind\?/u);
  });

  it('keeps what stands around the list of a Markdown file', async () => {
    const file = await fileOf('# Ours\n\nFor letters.\n\n- [ ] Is it warm?\n- Is it kind?\n\n## Notes\n\nMore.');
    const { code, stderr } = await run(['edit', file, '--drop', 'i2', '--pin', 'i1']);
    expect(code, stderr).toBe(EXIT.done);
    expect(await readFile(file, 'utf8')).toBe(
      '# Ours\n\nFor letters.\n\n- [ ] Is it warm? `pinned`\n\n## Notes\n\nMore.\n',
    );
  });

  it.each([
    ['a.md', '- Is it warm?\n\nAnd:\n\n- Is it kind?\n', [], /has several lists, and .* stays as it is/u],
    ['a.md', '- Is it warm?\n', ['--format', 'json'], /is a Markdown list/u],
    ['list', '# Ours\n\n- Is it warm?\n', [], /is a Markdown list/u],
    ['a.yaml', '# Ours\n- Is it warm?\n', [], /has comments, which would be lost/u],
    ['a.yaml', '- text: "a # b" # warm\n', [], /has comments/u],
    ['a.yaml', '- Is it warm?\n', ['--format', 'markdown'], /is no Markdown list/u],
  ])('leaves alone what it could not keep: %s %j', async (name, text, flags, says) => {
    const file = await fileOf(text, name);
    const { code, stderr } = await run(['edit', file, '--pin', 'i1', ...flags]);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(says)]);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect((await run(['edit', file, '--pin', 'i1', '--out', '-', ...flags])).code).toBe(EXIT.done);
  });

  it('takes --out with the name of the file itself for in place', async () => {
    const file = await fileOf('# Ours\n\nWhy.\n\n- Is it warm?\n');
    expect((await run(['edit', file, '--pin', 'i1', '--out', file])).code).toBe(EXIT.done);
    expect(await readFile(file, 'utf8')).toContain('# Ours\n\nWhy.\n');
    const commented = await fileOf('- Is it warm? # ask Ann\n', 'a.yaml');
    expect((await run(['edit', commented, '--pin', 'i1', '--out', commented])).code).toBe(EXIT.badInput);
  });

  it('edits YAML without comments in place, whatever its texts look like', async () => {
    const file = await fileOf('- text: |\n    # is no comment\n- "a # b"\n- a#b\n', 'a.yaml');
    const { code, stderr } = await run(['edit', file, '--pin', 'i1']);
    expect(code, stderr).toBe(EXIT.done);
    expect(await readFile(file, 'utf8')).toContain('# is no comment');
  });

  it('never writes over a set of criteria, a stored one or a file', async () => {
    const { set } = criteriaSetFixture();
    const file = await fileOf(JSON.stringify(set), 'set.json');
    const { code, stderr } = await run(['edit', file, '--pin', 'i1']);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringMatching(/is no file of a checklist.*\n.*--out/u)]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(set);
  });

  it.each([
    ['nothing to do', [], /There is nothing to edit/u],
    ['an unknown item', ['--drop', 'i9'], /has no item i9.\nIt has i1, i2, i3/u],
    ['what is no item', ['--pin', 'c1'], /“c1” is no item/u],
    ['a wording for nobody', ['--reword', 'Is it?'], /It looks like i2=…/u],
    ['a weight that is none', ['--weight', 'i1=much'], /“much” is no weight: it must be a number from −100 to 100/u],
    ['a weight that is missing', ['--weight', 'i1='], /“” is no weight/u],
    ['a weight out of bounds', ['--weight', 'i1=101'], /“101” is no weight/u],
  ])('%s: says so', async (_what, args, says) => {
    const { code, stderr } = await run(['edit', await fileOf(QUESTIONS), ...args]);
    expect(code).toBe(EXIT.badInput);
    expect(stderr).toMatch(says);
  });
});

describe('checklist generate', () => {
  it('needs a model', async () => {
    const { code, stderr } = await run(['generate', 'Write a toast']);
    expect([code, stderr]).toEqual([EXIT.badInput, expect.stringContaining('needs a model')]);
  });
});

describe('checklist import and export', () => {
  it('carries a list to another tool and back, and names what there was no room for', async () => {
    const list = await fileOf('- Is it kind? `weight 40; pinned`\n- It lies. `weight -20`\n');
    const exported = await run(['export', list, '--to', 'rubric']);
    expect(exported).toMatchObject({ code: EXIT.done, stdout: expect.stringContaining('weight: -20') as string });
    expect(exported.stderr).toContain('rubric has no room for pins.');
    const imported = await run([
      'import',
      await fileOf(exported.stdout, 'r.yaml'),
      '--from',
      'rubric',
      '--format',
      'json',
    ]);
    expect(JSON.parse(imported.stdout)).toMatchObject({ items: [{ weight: 40 }, { weight: -20, fault: true }] });
    const broken = await run(['import', await fileOf('[{"weight": 1}]', 'b.json'), '--from', 'rubric']);
    expect(broken.code).toBe(EXIT.badInput);
    expect(broken.stderr).toContain('is not a rubric of the form “rubric”');
  });
});
