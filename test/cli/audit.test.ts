/** What the command line keeps, and how that is checked. */
import { access, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CriteriaSet } from '../../src/domain/criteria-set.ts';
import { cliIn, type CliResult } from '../support/shell.ts';

const LETTER = 'Write a cover letter for a junior data analyst';

let home = '';
let record = '';
let set: CriteriaSet;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'groundrule-e2e-'));
  record = join(home, 'letter.json');
  await run(['discover', LETTER, '--format', 'json', '--out', record]);
  set = CriteriaSet.parse(JSON.parse(await readFile(record, 'utf8')));
}, 60_000);
afterAll(() => rm(home, { recursive: true, force: true }));

function run(args: readonly string[], more: { env?: Record<string, string> } = {}): Promise<CliResult> {
  return cliIn(args, { home, ...more });
}

describe('audit', () => {
  it('shows every quote in its passage, every source, the funnel and the rules', async () => {
    const { code, stdout } = await run(['audit', set.id]);
    expect(code).toBe(0);
    const flat = stdout.replace(/\s+/gu, ' ');
    for (const { text, evidence } of set.content.criteria) {
      expect(flat).toContain(text.replace(/^The response should /u, ''));
      for (const { quote } of evidence) expect(flat).toContain(`»${quote.replace(/\s+/gu, ' ')}«`);
    }
    for (const { id, decision } of set.content.sources) expect(stdout).toMatch(new RegExp(`^${id} ${decision}`, 'mu'));
    expect(stdout).toMatch(/^found +\d+ +█/mu);
    expect(stdout).not.toContain('not in this store');
  });

  it('by source, and as JSON', async () => {
    const { stdout } = await run(['audit', set.id, '--by-url', '--format', 'json']);
    const sources = JSON.parse(stdout) as { id: string; criteria: string[] }[];
    expect(new Set(sources.flatMap(({ criteria }) => criteria))).toEqual(
      new Set(set.content.criteria.map(({ id }) => id)),
    );
  });

  it('--verify: 0 where every rule holds, 1 where one fails, 4 where a text is missing', async () => {
    expect((await run(['audit', record, '--verify'])).code).toBe(0);

    const other = await run(['audit', record, '--verify', '--store', join(home, 'other.sqlite')]);
    expect(other.stdout).toMatch(/^cannot verify Every quote/mu);
    expect(other.code).toBe(4);

    const corrupted = join(home, 'corrupted.json');
    const [first] = set.content.criteria;
    await writeFile(corrupted, (await readFile(record, 'utf8')).replaceAll(first!.evidence[0]!.quote, 'Made up.'));
    const failed = await run(['audit', corrupted, '--verify', '--format', 'json']);
    expect(JSON.parse(failed.stdout)).toMatchObject({ status: 'failed' });
    expect(failed.code).toBe(1);
  });
});

describe('audit --live', () => {
  it('refuses --library for a set that cites no library folder, and takes one from a config file', async () => {
    const refused = await run(['audit', set.id, '--live', '--library', join(home, 'nowhere')]);
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toContain(`--library has no effect: ${set.id} cites no guide from a library folder.`);
    const config = join(home, 'library.config.json');
    await writeFile(config, '{ "library": ["nowhere"] }');
    expect((await run(['audit', set.id, '--live', '--config', config])).code).toBe(0);
  });
});

describe('list', () => {
  it('shows the stored sets', async () => {
    const { stdout } = await run(['list']);
    expect(stdout).toContain(set.id);
    expect(stdout).toContain('Write a cover letter');
    const json = JSON.parse((await run(['list', '--limit', '1', '--format', 'json'])).stdout) as unknown;
    expect(json).toMatchObject([{ id: set.id, criteria: set.content.criteria.length }]);
    expect(stdout).toMatch(/ offline +\d+ bundled/u);
    expect(stdout).not.toMatch(/\bweb\b/u);
    const empty = await run(['sets', 'list', '--store', 'memory']);
    expect([empty.code, empty.stdout]).toEqual([0, '']);
  });
});

describe('doctor', () => {
  it('is content with this installation, and shows where each setting comes from', async () => {
    await writeFile(join(home, 'groundrule.config.json'), '{ "keep": 4 }');
    const { code, stdout } = await run(['doctor'], { env: { GROUNDRULE_QUERIES: '2' } });
    await rm(join(home, 'groundrule.config.json'));
    expect(stdout).toMatch(/^queries +2 \(environment\) +GROUNDRULE_QUERIES$/mu);
    expect(stdout).toMatch(/^keep +4 \(config file\)/mu);
    expect(stdout).toMatch(/^results +10 +GROUNDRULE_RESULTS$/mu);
    expect(stdout).toMatch(/ok Bundled guides: \d+ guides/u);
    expect(stdout).not.toContain('FAIL');
    expect(code).toBe(0);
  });

  it('counts one guide in the singular', async () => {
    const library = join(home, 'one-guide');
    await mkdir(library);
    await writeFile(join(library, 'toasts.md'), '# How to write a toast\n\nKeep it short.\n');
    const { stdout } = await run(['doctor'], { env: { GROUNDRULE_LIBRARY: library } });
    expect(stdout).toContain('Library: 1 guide in');
  });

  it('makes nothing where there is no store yet, and refuses what is none', async () => {
    const path = join(home, 'new', 'store.sqlite');
    expect((await run(['doctor', '--store', path])).stdout).toContain(`${path} is not there yet`);
    await expect(access(join(home, 'new'))).rejects.toThrow('ENOENT');
    const { code, stdout } = await run(['doctor', '--store', record]);
    expect(stdout).toMatch(/FAIL Store: [^·]*is not a\s+database/u);
    expect(code).toBe(5);
  });
});
