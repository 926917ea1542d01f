/** The command line over the real offline pipeline and the bundled guides. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checklistOf } from '../../src/discover/select-criteria.ts';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { Criterion } from '../../src/domain/criterion.ts';
import { cliIn, type CliResult } from '../support/shell.ts';

const TALK = 'Help me draft an academic talk on coffee intake vs research productivity';
const LETTER = 'Write a cover letter for a junior data analyst';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

function run(args: readonly string[], more: { stdin?: string } = {}): Promise<CliResult> {
  return cliIn(args, { home, ...more });
}

const sets = new Map<string, Promise<CriteriaSet>>();
/** Each task is discovered once for all the tests that only look at its set. */
function discovered(instruction: string): Promise<CriteriaSet> {
  const known = sets.get(instruction) ?? discover(instruction);
  sets.set(instruction, known);
  return known;
}

async function discover(instruction: string): Promise<CriteriaSet> {
  const { code, stdout, stderr } = await run(['discover', instruction, '--format', 'json', '--quiet']);
  expect([code, stderr]).toEqual([0, '']);
  return CriteriaSet.parse(JSON.parse(stdout));
}

describe.each([TALK, LETTER])('discover "%s"', (instruction) => {
  it('finds criteria, keeps the set, and gives it in every format', async () => {
    const set = await discovered(instruction);
    const { criteria } = checklistOf(set.content.criteria);
    expect(criteria.length).toBeGreaterThanOrEqual(12);

    const table = await run(['show', set.id]);
    expect(table.stdout).toContain(instruction);
    expect(table.stdout).toMatch(/^ +1 {2}\S.*\d\.\d/mu);

    const lines = (await run(['show', set.id, '--format', 'jsonl'])).stdout.trimEnd().split('\n');
    expect(
      lines.map((line) => {
        const { meta, ...criterion } = JSON.parse(line) as { meta: { set: string } };
        expect(meta.set).toBe(set.id);
        return Criterion.parse(criterion).id;
      }),
    ).toEqual(set.content.criteria.map(({ id }) => id));

    const markdown = (await run(['show', set.id.slice(0, 14), '--format', 'markdown'])).stdout;
    for (const { evidence } of criteria) expect(evidence.length).toBeGreaterThan(0);
    expect(markdown.match(/^- \*\*c\d+\*\* \*\*\S/gmu)?.length).toBe(criteria.length);
  });

  it('keeps a record whose rules hold', async () => {
    const { id } = await discovered(instruction);
    const verified = await run(['audit', id, '--verify']);
    expect(verified.stdout.match(/^· pass /gmu)?.length).toBe(5);
    expect(verified.code).toBe(0);
  });
});

describe('results and everything else', () => {
  it('go to stdout and stderr; a second run gives the same content', async () => {
    const { code, stdout, stderr } = await run(['discover', '-', '--format', 'json'], { stdin: `${TALK}\n` });
    expect(code).toBe(0);
    const { id, content } = CriteriaSet.parse(JSON.parse(stdout));
    expect((await discovered(TALK)).id).toBe(id);
    expect(stderr).toMatch(/^queries {4}“/mu);
    expect(stderr).toMatch(/^ranking {4}\d+ drafts scored$/mu);
    for (const warning of content.warnings) expect(stderr).toContain(`warning: ${warning}`);
    expect(stderr).toContain(`groundrule audit ${id}`);
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('--out holds the whole result; --verbose says more', async () => {
    const out = join(home, 'talk.json');
    const { code, stdout, stderr } = await run([
      ...['discover', TALK, '--format', 'json', '--out', out, '--verbose', '--queries', '2'],
    ]);
    expect([code, stdout]).toEqual([0, '']);
    const set = CriteriaSet.parse(JSON.parse(await readFile(out, 'utf8')));
    expect(set.content.queries.length).toBe(2);
    expect(stderr).toContain('queries: 2 (flag)');
    expect(stderr).toMatch(/^s1 \S+ library:/mu);
    expect((await readdir(home)).filter((name) => name.startsWith('.groundrule'))).toEqual([]);
  });

  it('a file with the task, one with its context, folders of guides', async () => {
    const guides = await mkdtemp(join(home, 'guides-'));
    await writeFile(join(home, 'task.txt'), 'Write a toast for the opening of a bakery\n');
    await writeFile(join(home, 'context.md'), 'The guests are bakers.\n');
    await writeFile(
      join(guides, 'toast.md'),
      `# How to write a toast\n\nBy the guild of speakers, 3 May 2026.\n\n${[
        'A good toast names the people whom it honours in its first sentence.',
        'Tell one short story that shows what they have done; for example, "In the first winter the oven failed twice."',
        'Keep the toast below two minutes, about 250 words.',
        'Avoid jokes that only half of the guests understand.',
        'Never list every achievement: choose one and show it.',
        'End the toast with a sentence that asks the guests to raise their glasses.',
        'You should use plain words, because a toast is heard once.',
      ].join('\n\n')}\n`,
    );
    const flags = '--file task.txt --context context.md --format json'.split(' ');
    const { code, stdout, stderr } = await run(['discover', ...flags, '--library', guides]);
    const { content } = CriteriaSet.parse(JSON.parse(stdout));
    expect(content.task).toEqual({
      instruction: 'Write a toast for the opening of a bakery',
      context: 'The guests are bakers.',
    });
    expect(content.sources.map(({ url, via }) => [url, via])).toEqual([['library:toast.md', 'library']]);
    expect(stderr).toMatch(/ 1 document found\n/u);
    expect(stderr).toMatch(/ \d+ pieces of advice on 1 page\n/u);
    expect(code).toBe(content.criteria.length > 0 ? 0 : 3);
    // Whoever has named a folder need not hear how to.
    const { stdout: table } = await run(['discover', ...flags.slice(0, 2), '--library', guides]);
    expect(table).toContain('kind: toast (another: --kind NAME)\n');
  });
});

describe('no guidance', () => {
  it('ends with 3, says why, and keeps the record', async () => {
    const guides = await mkdtemp(join(home, 'guides-'));
    await writeFile(
      join(guides, 'bread.txt'),
      `How to cover bread\n\n${'Knead the dough for ten minutes. Let it rest under a cloth. '.repeat(10)}`,
    );
    const { code, stdout, stderr } = await run([...['discover', LETTER, '--library', guides, '--format', 'json']]);
    const { id, content } = CriteriaSet.parse(JSON.parse(stdout));
    expect(content.criteria).toEqual([]);
    expect(code).toBe(3);
    const { stderr: quiet } = await run(['discover', LETTER, '--library', guides, '-q']);
    expect(quiet).toContain('leave --library out to use the bundled guides');
    expect(quiet).not.toContain('kept 0');
    expect(stderr).toMatch(/No guidance found\.\n {2}found \d+ → read \d+ → kept \d+/u);
    expect((await run(['show', id])).stdout).toContain('No criteria.');
    // Folders were given: the warning says what may help.
    expect(stderr).not.toContain('Bring guides');
    expect(stderr).toContain('leave --library out to use the bundled guides');
    expect(stderr).toContain('Its title is “How to cover bread”.');
    expect(stderr).toContain('To use such a guide, name the kind of text as its title does: --kind NAME.');
  });

  it('asks for guides where the bundled ones have none', async () => {
    const { code, stderr } = await run(['discover', 'Write a zibbledorf']);
    expect(code).toBe(3);
    expect(stderr).toContain('Bring guides on this kind of text with --library.');
  });
});
